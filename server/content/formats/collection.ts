/** Tables of fields, one row each: a new field is a row, another kind of YAML file another table. */
import type * as z from 'zod'
import { type BlobId, blobId } from '../../git/repository.ts'
import { type ContentKind, fileIdOf } from '../files/content-paths.ts'
import type { ContentError } from './content-error.ts'
import { lineOf, presentKey, type YamlSource } from './fields.ts'
import { loadYamlMap, type YamlMap } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { patchYamlMap, type YamlChanges, type YamlInput } from './patch-yaml.ts'
import { decodeUtf8 } from './text-bytes.ts'

export interface FieldSource extends YamlSource {
  /** Collects faults that do not keep the record from being served. */
  faults: ContentError[]
}

export type FieldKeys = readonly [string, ...string[]]

export interface Field<Source extends FieldSource, Value = unknown> {
  /** Accepted keys; the first is written if the file has none. Absent: the row's name. */
  keys?: FieldKeys
  /**
   * @param keys the row's
   * @throws ContentError for a value without which the record must not be shown
   */
  read(source: Source, keys: FieldKeys): Value
  /** Schema of the API; null for a field that no form sets. */
  input: z.ZodType | null
  /** Written to a new file whose input has no value. */
  initial?: Value
  /** The value of a file without the key, beside null and empty text. */
  absent?: Value
  /** A date is written without quotes. */
  isDate?: true
  /** Written with the time of each save; of two the later counts in a merge. */
  isStamp?: true
  /** A text of several lines. */
  isProse?: true
  /** The commit of a change has its reason. */
  takesReason?: true
  /** Changes of the file's keys for a new value, where it is not the value of one key. */
  write?(value: unknown, data: YamlMap, keys: FieldKeys): YamlChanges
}

type Rows = Readonly<Record<string, Field<never>>>
export type ValuesOf<Fields extends Rows> = {
  [Name in keyof Fields]: ReturnType<Fields[Name]['read']>
}
/** Names of the fields that a form sets. */
export type InputName<Fields extends Rows> = {
  [Name in keyof Fields]: Fields[Name]['input'] extends null ? never : Name
}[keyof Fields]
export type InputsOf<Fields extends Rows> = {
  [Name in InputName<Fields>]: Exclude<Fields[Name]['input'], null>
}

export class FieldTable<Fields extends Rows, Source extends FieldSource = FieldSource> {
  readonly rows: Fields
  readonly names: readonly (keyof Fields & string)[]

  constructor(rows: Fields) {
    this.rows = rows
    this.names = Object.keys(rows)
  }

  /** Keys that files may have for a field. */
  keysOf(name: keyof Fields & string): FieldKeys {
    return this.rows[name]?.keys ?? [name]
  }

  /** Schemas of the API. */
  get inputs(): InputsOf<Fields> {
    const inputs = Object.entries(this.rows).map(([name, { input }]) => [name, input] as const)
    return Object.fromEntries(inputs.filter(([, input]) => input)) as InputsOf<Fields> // by the rows
  }

  /** The fields of a file. @throws ContentError */
  read(source: Source): ValuesOf<Fields> {
    return this.#each((name) => this.rows[name]?.read(source as never, this.keysOf(name))) // by its own rows
  }

  /** The fields of a record without its id and path. */
  fieldsOf(record: ValuesOf<Fields>): ValuesOf<Fields> {
    return this.#each((name) => record[name])
  }

  /** The YAML of a new file, without fields that have their default. */
  yamlOf(input: Readonly<Record<string, unknown>>): string {
    const given = this.#each((name) => {
      const value = input[name] ?? this.rows[name]?.initial
      const isDefault = value === false || (Array.isArray(value) && value.length === 0)
      return isDefault ? undefined : value
    })
    return patchYamlMap('', this.changes(given, {}, {}))
  }

  /** Changes of a file's keys (`data`) for fields that are given and have another value. */
  changes(
    fields: Readonly<Record<string, unknown>>,
    present: Readonly<Record<string, unknown>>,
    data: YamlMap,
  ): Record<string, YamlInput | undefined> {
    const changes: Record<string, YamlInput | undefined> = {}
    for (const [name, row] of Object.entries<Field<never>>(this.rows)) {
      const field = fields[name]
      if (field === undefined) continue
      const value = typeof field === 'string' && !row.isProse ? lineOf(field) : (field ?? '')
      if (JSON.stringify(value) === JSON.stringify(present[name] ?? '')) continue
      const keys = this.keysOf(name)
      const key = presentKey(data, keys) ?? keys[0]
      Object.assign(changes, row.write?.(value, data, keys) ?? { [key]: yamlInput(row, value) })
    }
    return changes
  }

  #each(make: (name: keyof Fields & string) => unknown): ValuesOf<Fields> {
    // One entry a row, each with its own value.
    return Object.fromEntries(this.names.map((name) => [name, make(name)])) as ValuesOf<Fields>
  }
}

/** YAML input for a field's value; undefined removes the key. */
function yamlInput({ absent, isDate }: Field<never>, value: unknown): YamlInput | undefined {
  if (value === '' || value === absent) return undefined
  return isDate ? { date: String(value) } : (value as YamlInput) // by the row's schema
}

/** Every record has a title, by which commits name it. */
export type CollectionRows = Rows & { title: Field<never, string> }

/** A record of a collection, and where its file is. */
export type CollectionRecord<Fields extends CollectionRows> = ValuesOf<Fields> & {
  id: string
  path: string
  revision: BlobId
}

/** YAML files of one kind. */
export class Collection<Fields extends CollectionRows> extends FieldTable<Fields> {
  /** As in 'Project not found'. */
  readonly noun: ContentKind
  readonly folder: string

  constructor({ noun, folder, rows }: { noun: ContentKind; folder: string; rows: Fields }) {
    super(rows)
    this.noun = noun
    this.folder = folder
  }

  parse({ path, bytes }: ContentBytes): Parsed<CollectionRecord<Fields>> {
    return parseFile({ path, bytes }, (yaml, faults) => {
      const data = loadYamlMap(yaml, `A ${this.noun}`)
      const identity = { id: fileIdOf(path), path, revision: blobId(bytes) }
      return { ...identity, ...this.read({ data, yaml, faults }) }
    })
  }

  compose(input: Partial<ValuesOf<Fields>>): Buffer {
    return Buffer.from(this.yamlOf(input))
  }

  /** The bytes of a file after a change; equal bytes if nothing changes. Null if it is unreadable. */
  patch(file: ContentBytes, patch: Partial<ValuesOf<Fields>>): Buffer | null {
    const { value } = this.parse(file)
    if (value === null) return null
    const text = decodeUtf8(file.bytes) ?? ''
    const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
    const yaml = text.slice(mark.length)
    const data = loadYamlMap(yaml, `A ${this.noun}`)
    return Buffer.from(mark + patchYamlMap(yaml, this.changes(patch, value, data)))
  }
}
