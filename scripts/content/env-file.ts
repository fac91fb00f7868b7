/** The project's `.env`, from which `npm start` and the author's commands take settings. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * Sets these variables and leaves every other line alone. The file is for its owner's eyes: a
 * remote may hold a token.
 */
export function setInEnvFile(path: string, values: Readonly<Record<string, string>>): void {
  let text = readOr(path, '')
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}=${/[\s#'"`]/.test(value) ? JSON.stringify(value) : value}`
    const place = new RegExp(`^${name}=.*$`, 'm')
    if (place.test(text)) text = text.replace(place, () => line)
    else text += `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`
  }
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

function readOr(path: string, fallback: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return fallback
    throw error
  }
}
