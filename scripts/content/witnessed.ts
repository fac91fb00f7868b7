/** `witnessed.yaml`: commits that others' branches had, and when. */
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { z } from 'zod'
import { isTypedWebAddress } from '#domain/web-address.ts'
import { loadYaml } from '../../server/content/formats/load-yaml.ts'
import { fetchBytes } from '../../server/proof/fetch-bytes.ts'
import { CommandError, currentFolder } from './command-settings.ts'

const BYTES_MAX = 1024 * 1024
const LIST = z.array(
  z.object({
    repository: z.string(),
    branch: z.string(),
    commit: z.string().regex(/^[0-9a-f]{40}$/),
    /** ISO 8601 with an offset. */
    seen: z.iso.datetime({ offset: true }),
  }),
)

/** Oldest first. @throws CommandError for another text */
export function parseWitnessed(text: string, name: string): z.infer<typeof LIST> {
  try {
    return LIST.parse(loadYaml(text) ?? [])
  } catch {
    throw new CommandError(`${name} is no list that 'content witness' wrote.`)
  }
}

/** Reads a witness's file, or asks its address. @throws CommandError, or the system's error */
export async function readWitnessed(from: string) {
  if (!isTypedWebAddress(from)) {
    const host = basename(from)
    const text = readFileSync(resolve(currentFolder(), from), 'utf8')
    return { host, seen: parseWitnessed(text, host) }
  }
  const bytes = await fetchBytes(from, BYTES_MAX).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  return { host: new URL(from).host, seen: parseWitnessed(bytes.toString(), from) }
}
