/** The answers of `content init`, from options or from a terminal, each validated immediately. */
import { createInterface } from 'node:readline/promises'
import { readSetting, SETTINGS } from '../../server/config.ts'
import { patchYamlMap } from '../../server/content/formats/patch-yaml.ts'
import { defaultSite, parseSiteFile } from '../../server/content/formats/site-file.ts'
import { UsageError } from './usage.ts'

/** Questions by the keys of site.yaml; `name` is the author's, the last two are settings. */
const QUESTIONS = {
  name: 'Your name',
  title: 'Title of the site',
  brand: 'Brand, in the top bar and after page titles',
  description: 'Description, in a sentence',
  language: 'Language, such as en or de-AT',
  time_zone: 'Time zone, such as Europe/Berlin',
  address: 'Public address, such as https://example.org',
  remote: 'Git remote to share with (name or URL)',
} as const

type Field = keyof typeof QUESTIONS
const FIELDS = Object.keys(QUESTIONS) as Field[] // its own keys

/** Answers; absent: unchanged. */
export type InitAnswers = Partial<Record<Field, string>> & { removesStarter?: boolean }

/** Current values; null without one. */
type InitDefaults = Record<Field, string | null> & {
  /** Number of unedited posts and projects of the starter. */
  starterFiles: number
}

const optionOf = (field: Field) => field.replace('_', '-')

export const INIT_OPTIONS = {
  ...Object.fromEntries(FIELDS.map((field) => [optionOf(field), { type: 'string' as const }])),
  'clear-starter': { type: 'boolean' as const },
}

/** Why a value is invalid, as a sentence; null if valid. */
function faultOf(field: Field, value: string): string | null {
  if (value === '') return `The ${field.replace('_', ' ')} is missing.`
  try {
    if (field === 'address') readSetting(SETTINGS.siteUrl, value)
    if (field === 'remote') readSetting(SETTINGS.gitRemote, value)
  } catch (error) {
    return `It takes ${String(error).replace(/^.*, takes /, '')}.`
  }
  const bytes = Buffer.from(patchYamlMap('', { [field]: value }))
  const { problems } = parseSiteFile({ path: 'site.yaml', bytes }, defaultSite('UTC'))
  return problems[0]?.reason ?? null
}

/** Answers from the options. @throws UsageError with the option and its fault */
export function answersOf(values: Record<string, string | boolean | undefined>): InitAnswers {
  const answers: InitAnswers = { removesStarter: values['clear-starter'] === true }
  for (const field of FIELDS) {
    const value = values[optionOf(field)]
    if (typeof value !== 'string') continue
    const fault = faultOf(field, value.trim())
    if (fault !== null) throw new UsageError(`--${optionOf(field)}: ${fault}`, 'init')
    answers[field] = value.trim()
  }
  return answers
}

/** Asks for each answer; an empty line keeps the current value. */
export async function askAnswers(defaults: InitDefaults): Promise<InitAnswers> {
  const answers: InitAnswers = {}
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl+C, Ctrl+D, or the end of stdin.
  const giveUp = () => {
    console.log('\nNothing was written.')
    process.exit(130)
  }
  terminal.on('SIGINT', giveUp).on('close', giveUp)
  const ask = async (question: string) => (await terminal.question(question)).trim()
  for (const field of FIELDS) {
    for (let fault: string | null = ''; fault !== null; ) {
      const answer = await ask(`${QUESTIONS[field]} [${defaults[field] ?? 'none'}]: `)
      fault = answer === '' ? null : faultOf(field, answer)
      if (fault !== null) console.log(fault)
      else if (answer !== '') answers[field] = answer
    }
  }
  if (defaults.starterFiles > 0) {
    const count = `${defaults.starterFiles} starter posts and projects`
    const typed = await ask(`Remove the ${count}? They will disappear from all lists. [y/N]: `)
    answers.removesStarter = /^y(es)?$/i.test(typed)
  }
  terminal.off('close', giveUp).close()
  return answers
}
