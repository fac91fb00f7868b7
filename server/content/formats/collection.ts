/**
 * YAML files of one kind, described by a table of fields: it parses, composes and patches them.
 * Another kind of file is another table.
 */
import type * as z from 'zod'
import { type BlobId, blobId } from '../../git/repository.ts'
import { type ContentKind, fileIdOf } from '../files/content-paths.ts'
import type { ContentError } from './content-error.ts'
import type { YamlSource } from './fields.ts'
import { loadYamlMap, type YamlMap } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { patchYamlMap, type YamlInput } from './patch-yaml.ts'
import { decodeUtf8 } from './text-bytes.ts'

export interface FieldSource extends YamlSource {
  /** Collects faults that do not keep the record from being served. */
  faults: ContentError[]
}

export interface CollectionField<Value> {
  /** @throws ContentError for a value without which the record must not be shown */
  read(source: FieldSource): Value
  /** Schema of the API. */
  input: z.ZodType
  /** Written to a new file whose input has no value. */
  initial?: Value
  /** The value of a file without the key, beside null and empty text. */
  absent?: Value
  /** A date is written without quotes. */
  isDate?: true
  /** The commit of a change has its reason. */
  takesReason?: true
  /** Names in the file that `read` leaves out; a change keeps them. */
  leftOut?(data: YamlMap): string[]
}

/** Every record has a title, by which commits name it. */
export type CollectionRows = Readonly<Record<string, CollectionField<unknown>>> & {
  title: CollectionField<string>
}
export type ValuesOf<Rows extends CollectionRows> = {
  [Name in keyof Rows]: ReturnType<Rows[Name]['read']>
}

/** A record of a collection, and where its file is. */
export type CollectionRecord<Rows extends CollectionRows> = ValuesOf<Rows> & {
  id: string
  path: string
  revision: BlobId
}

export class Collection<Rows extends CollectionRows> {
  /** As in 'Project not found'. */
  readonly noun: ContentKind
  readonly folder: string
  readonly rows: Rows
  readonly #names: (keyof Rows & string)[]

  constructor({ noun, folder, rows }: { noun: ContentKind; folder: string; rows: Rows }) {
    this.noun = noun
    this.folder = folder
    this.rows = rows
    this.#names = Object.keys(rows)
  }

  /** Schemas of the API. */
  get inputs() {
    return this.#each((name) => this.rows[name]?.input) as {
      [Name in keyof Rows]: Rows[Name]['input']
    } // by the rows
  }

  /** Fields whose change has a reason. */
  get reasonFields(): readonly (keyof Rows & string)[] {
    return this.#names.filter((name) => this.rows[name]?.takesReason)
  }

  /** The fields of a record without its place. */
  fieldsOf(record: ValuesOf<Rows>): ValuesOf<Rows> {
    return this.#each((name) => record[name]) as ValuesOf<Rows> // by the rows
  }

  parse({ path, bytes }: ContentBytes): Parsed<CollectionRecord<Rows>> {
    return parseFile({ path, bytes }, (text, faults) => {
      const data = loadYamlMap(text, `A ${this.noun}`)
      const fields = this.#each((name) => this.rows[name]?.read({ data, yaml: text, faults }))
      const place = { id: fileIdOf(path), path, revision: blobId(bytes) }
      return { ...place, ...(fields as ValuesOf<Rows>) } // by the rows
    })
  }

  /** The bytes of a new file. */
  compose(input: Partial<ValuesOf<Rows>>): Buffer {
    const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
    const fields = this.#each((name) => {
      return isEmpty(input[name]) ? undefined : (input[name] ?? this.rows[name]?.initial)
    })
    return Buffer.from(patchYamlMap('', this.#changes(fields, {}, {})))
  }

  /** The bytes of a file after a change; equal bytes if nothing changes. Null if it is unreadable. */
  patch(file: ContentBytes, patch: Partial<ValuesOf<Rows>>): Buffer | null {
    const { value } = this.parse(file)
    if (value === null) return null
    const text = decodeUtf8(file.bytes) ?? ''
    const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
    const yaml = text.slice(mark.length)
    const data = loadYamlMap(yaml, `A ${this.noun}`)
    return Buffer.from(mark + patchYamlMap(yaml, this.#changes(patch, value, data)))
  }

  #changes(
    fields: Record<string, unknown>,
    present: Record<string, unknown>,
    data: YamlMap,
  ): Record<string, YamlInput | undefined> {
    const changes: Record<string, YamlInput | undefined> = {}
    for (const name of this.#names) {
      const value = fields[name]
      const isSame = JSON.stringify(value) === JSON.stringify(present[name])
      if (value !== undefined && !isSame) changes[name] = this.#yamlOf(name, value, data)
    }
    return changes
  }

  /** YAML input for a field's value; undefined removes the key. */
  #yamlOf(name: string, value: unknown, data: YamlMap): YamlInput | undefined {
    const row = this.rows[name]
    if (value === '' || value === null || value === row?.absent) return undefined
    if (row?.isDate) return { date: String(value) }
    if (!Array.isArray(value)) return typeof value === 'number' ? value : String(value)
    return [...value, ...(row?.leftOut?.(data) ?? [])]
  }

  #each(make: (name: keyof Rows & string) => unknown): Record<string, unknown> {
    return Object.fromEntries(this.#names.map((name) => [name, make(name)]))
  }
}
