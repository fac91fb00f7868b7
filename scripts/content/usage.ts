/** Arguments, help and usage errors of the author's commands. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { POST_TYPES } from '#domain/post.ts'
import { SITE_KINDS } from '../import/read/source-post.ts'

const USAGES = {
  init: `init [--name NAME] [--title TITLE] [--brand BRAND] [--description TEXT]
       [--language CODE] [--time-zone ZONE] [--address URL] [--remote REMOTE] [--clear-starter]
      makes the site yours, in one commit; without options it asks, at a terminal. In a clone
      of the program the content becomes a repository of its own, my-content/`,
  new: `new "Title" [--type ${POST_TYPES.join('|')}] [--url ADDRESS] [--draft]
      writes a dated post file and prints its path: a short post unless a type
      is given; a link post needs its address`,
  check: `check [PATH…] [--json]
      lists problems of content files, and parts of texts that the site does not show;
      exit status 1 if there are problems
  check --install-hook [REPOSITORY] [--prefix FOLDER]
      installs hooks, so that git refuses commits and pushes with problems; a bare
      repository may have its content in FOLDER`,
  import: `import FOLDER [--into CONTENT_DIR] [--dry-run] [--from KIND] [--undated draft|publish]
      copies the posts of another site and reports what it did with each file;
      KIND is ${SITE_KINDS.join(', ')};
      a post without a known date becomes a draft, or with --undated publish a post;
      exit status 1 if nothing usable was found`,
  verify: `verify [--site URL] [--json] [--time [--ca FILE] [--witness FILE-or-URL]]
      computes streak, heatmap, promises and record from the commits of a clone alone, and
      compares them with those of a running site; exit status 1 if they differ, 2 without
      an answer; --time checks the time stamps too, their signatures by openssl with the
      certificates of --ca, and what a witness saw of the branch`,
  witness: `witness REPOSITORY [--branch BRANCH]
      notes in witnessed.yaml which commit the branch of another site has now; exit status 1
      if its history was rewritten since it was seen last`,
  export: `export DIR [--base /path]
      writes the public site as plain files, to an empty DIR or over a former export`,
}

type CommandName = keyof typeof USAGES
export const COMMANDS = Object.keys(USAGES) as CommandName[] // its own keys

/** The command that is named first; null for another word. */
export const commandOf = ([name]: string[]) => COMMANDS.find((known) => known === name) ?? null

/** Usage of a command, or of all. */
export function usageOf(command: CommandName | null): string {
  const shown = command === null ? COMMANDS : [command]
  return `Usage: npm run -s content -- COMMAND
${shown.map((name) => `  ${USAGES[name]}`).join('\n')}
The content folder is CONTENT_DIR, else content/. Exit status: 0 fine, 1 problems found,
2 wrong usage, or the command could not run.`
}

/** Wrong usage, in one sentence. */
export class UsageError extends Error {}

/** The options and other arguments of a command. @throws UsageError */
export function parseCall<const Options extends NonNullable<ParseArgsConfig['options']>>(
  command: CommandName,
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const unknown = /^Unknown option '(.*?)'/.exec(message)?.[1]
    // Node's message continues with advice on arguments that begin with a dash.
    const sentence = unknown === undefined ? message : `'${command}' has no option '${unknown}'.`
    throw new UsageError(sentence)
  }
}
