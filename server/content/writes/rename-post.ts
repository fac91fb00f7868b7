/**
 * The plan of a post's new address: its file gets another name in one commit, which git takes for a
 * rename. The old id of a public post is written into `aliases`, so that it leads on at once, and
 * still does where the history is shallow or was rewritten.
 */
import { RESERVED_POST_IDS } from '#domain/post.ts'
import { ValidationError } from '../../errors.ts'
import { type BlobId, isVersion, type WorkTree, type WritePlan } from '../../git/repository.ts'
import { namesField } from '../formats/fields.ts'
import { type ParsedPost, parsePostFile, patchText } from '../formats/post-file.ts'
import { slugOf } from '../formats/post-id.ts'
import { freeId } from '../index/free-ids.ts'
import { isPublic, type PostRecord } from '../records.ts'
import { StaleRevisionError } from './fit-change.ts'
import { findPost, type PlannedPost, type PostPlanning, plannedPost, zoneOf } from './post-plans.ts'

interface PostRename {
  id: string
  /** As `slugOf` makes ids. */
  wanted: string
  /** The revision that the one who renames has seen; null when the newest is meant. */
  basedOn: BlobId | null
}

/** The id that is typed for a post. @throws ValidationError */
export function wantedId(typed: string): string {
  const id = slugOf(typed)
  if (id !== '') return id
  throw new ValidationError({ id: 'The address has no letter and no digit in it.' })
}

/**
 * A post under another id, in its folder.
 * @throws NotFoundError, StaleRevisionError, ValidationError for an id that is reserved or taken,
 *   AppError 409 when the file is a problem
 */
export async function planRenamePost(
  tree: WorkTree,
  { id, wanted, basedOn }: PostRename,
  deps: PostPlanning,
): Promise<WritePlan<PlannedPost>> {
  const { known, file, parsed } = await findPost(tree, id, deps)
  if (basedOn !== null && !isVersion(file, basedOn)) {
    throw new StaleRevisionError(parsed.value, null)
  }
  const { type, title, path: from } = parsed.value
  const subject = `Rename ${type}: ${title}`
  if (wanted === id) return { changes: [], subject, value: { post: parsed.value, merged: false } }
  const path = await freePath(tree, { known, wanted }, deps)
  const bytes = renamedBytes(file.bytes, { path, parsed }, deps)
  const post = plannedPost({ path, bytes, fallbackDate: known.instant }, deps)
  return {
    changes: [
      { path: from, bytes: null },
      { path, bytes },
    ],
    subject,
    body: `Its address was /post/${id} and is /post/${wanted}.`,
    value: { post, merged: false },
  }
}

/** Where the file goes. @throws ValidationError for an id that is reserved or taken */
async function freePath(
  tree: WorkTree,
  { known, wanted }: { known: PostRecord; wanted: string },
  { live }: PostPlanning,
): Promise<string> {
  const folder = known.path.slice(0, known.path.lastIndexOf('/') + 1)
  const pathOf = (id: string) => `${folder}${id}.md`
  if (RESERVED_POST_IDS.has(wanted)) {
    throw new ValidationError({ id: `'${wanted}' is a word that the site itself uses.` })
  }
  const free = await freeId(
    { kind: 'post', base: wanted, pathOf, renamed: known.id },
    { tree, live },
  )
  if (free === wanted) return pathOf(wanted)
  throw new ValidationError({ id: `Another post has the address '${wanted}', or had it before.` })
}

/**
 * The file under its new name: with the date that its name or its first commit gave it, and with the
 * old id as an alias.
 */
function renamedBytes(
  bytes: Buffer,
  {
    path,
    parsed: { value: post, data },
  }: { path: string; parsed: ParsedPost & { value: PostRecord } },
  deps: PostPlanning,
): Buffer {
  const reading = { timeZone: zoneOf(deps), fallbackDate: post.instant }
  const renamed = parsePostFile({ path, bytes }, reading)
  const dated =
    renamed.usesFallbackDate || renamed.value?.created_at !== post.created_at
      ? patchText(bytes, { date: { date: post.created_at } }, undefined)
      : bytes
  const old = namesField(data, ['aliases']).filter((name) => name !== renamed.value?.id)
  const leadsOn = isPublic(post, deps.now()) && !post.aliases.includes(post.id)
  const aliases = leadsOn ? [...old, post.id] : old
  return patchText(dated, { aliases: aliases.length > 0 ? aliases : undefined }, undefined)
}
