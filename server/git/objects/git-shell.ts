/**
 * Starts the git commands of a save from a persistent shell. To fork the server itself, of 200 MiB,
 * blocks it and costs up to 6 ms more for each command.
 */
import { randomUUID } from 'node:crypto'
import { commandOf, type Git, GitFailure } from './git-process.ts'
import type { Io } from './io.ts'
import { OpenCommand } from './open-command.ts'

/** No filter prints it. */
const STATUS = `status ${randomUUID()}`
/** Answers each line, a command, with what it printed and, on a line of its own, its status. */
const EACH_LINE = `while IFS= read -r line; do eval "$line" 2>&1; printf "\\n${STATUS} %s\\n" "$?"; done`
/** The status that a shell gives for a command that a signal ended is above it. */
const SIGNAL_STATUS = 128

/** The process for `shellSteps`. An alias of git, so that git's settings apply to every command. */
export const openShell = (git: Git): OpenCommand =>
  new OpenCommand(git, ['-c', `alias.each-line=!${EACH_LINE}`, 'each-line'])

/** A text as one word of a shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** One git command of a request. */
export interface ShellCommand {
  /** None with a line break. */
  args: readonly string[]
  env?: Readonly<Record<string, string>>
  /** Path of the file with the input; none when absent. */
  input?: string
}

/**
 * Runs git commands, each a step of a save, until one fails.
 * @returns what they printed, errors included, without white space around it
 * @throws GitFailure
 */
export async function shellSteps(
  { io, shell }: { io: Io; shell: OpenCommand },
  commands: readonly ShellCommand[],
): Promise<string> {
  const names = commands.map(({ args }) => commandOf(args))
  for (const name of names) io.step(`git ${name}`)
  const line = commands.map(wordsOf).join(' && ')
  const [text, rest] = await shell.request(`${line}\n`, (answer) => answer.until(STATUS))
  const status = Number(rest)
  if (status === 0) return text.trim()
  throw new GitFailure(names.join(', '), status > SIGNAL_STATUS ? null : status, text.trim())
}

function wordsOf({ args, env = {}, input = '/dev/null' }: ShellCommand): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`)
  return [...variables, 'git', ...args.map(quoted), `<${quoted(input)}`].join(' ')
}
