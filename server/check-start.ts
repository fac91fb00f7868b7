/** `npm start -- --check`: what would stop a start, found without starting or changing anything. */
import { join, relative } from 'node:path'
import { readSettings, type Settings, SettingsError } from './config.ts'
import { checkContent } from './content/check-content.ts'
import { isEmptyContent } from './content/files/starter-content.ts'
import type { Problem } from './content/records.ts'
import { counted } from './log-lines.ts'
import { foldersInTheWay } from './prepare-folders.ts'

const EXIT_PROBLEMS = 1

/**
 * Prints each problem of settings and content on a line of its own.
 * @returns the exit status
 */
export function checkStart(env: NodeJS.ProcessEnv, print: (line: string) => void): number {
  const { settings, faults } = readable(env)
  for (const fault of faults) print(fault)
  print(faults.length === 0 ? 'Settings: fine.' : `Settings: ${counted(faults.length, 'problem')}.`)
  const problems = settings === null ? 0 : printContent(settings, print)
  return faults.length + problems === 0 ? 0 : EXIT_PROBLEMS
}

function readable(env: NodeJS.ProcessEnv): { settings: Settings | null; faults: string[] } {
  try {
    const settings = readSettings(env)
    const faults = foldersInTheWay(settings)
    return { settings: faults.length === 0 ? settings : null, faults }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return { settings: null, faults: [...error.lines] }
  }
}

function printContent(settings: Settings, print: (line: string) => void): number {
  const { contentDir } = settings
  if (isEmptyContent(contentDir)) {
    print(`Content: none yet in ${contentDir}; the first start begins it.`)
    return 0
  }
  const { files, problems, warnings } = checkContent(settings)
  const place = ({ file, line }: Problem) => `${relative('', join(contentDir, file))}:${line ?? 1}`
  for (const problem of problems) print(`${place(problem)}: ${problem.reason}`)
  for (const warning of warnings) print(`${place(warning)}: warning: ${warning.reason}`)
  const count = problems.length === 0 ? 'no problems' : counted(problems.length, 'problem')
  const found =
    warnings.length === 0 ? count : `${count} and ${counted(warnings.length, 'warning')}`
  print(`Content: ${found} in ${counted(files, 'file')} of ${contentDir}.`)
  return problems.length
}
