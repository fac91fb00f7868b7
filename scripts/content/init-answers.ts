/** What `content init` is told: by options, or by a person at a terminal, each checked at once. */
import { createInterface } from 'node:readline/promises'
import { isTimeZone } from '#domain/days/zone.ts'
import { readSetting, SETTINGS } from '../../server/config.ts'
import { isLanguage } from '../../server/content/formats/site-file.ts'
import { UsageError } from './usage.ts'

interface Question {
  option: string
  label: string
  /** Why a value cannot be used, in a sentence; null when it can. */
  fault(value: string): string | null
}

const line = (name: string, lengthMax: number) => (value: string) => {
  if (/\p{Cc}/u.test(value)) return `The ${name} must be one line.`
  return [...value].length > lengthMax ? `The ${name} has more than ${lengthMax} characters.` : null
}
const setting = (key: 'siteUrl' | 'gitRemote') => (value: string) => {
  try {
    readSetting(SETTINGS[key], value)
    return null
  } catch (error) {
    return `It takes ${String(error).replace(/^.*, takes /, '')}.`
  }
}

/** By the keys of site.yaml; `name` is the author's, the last two are settings. */
const QUESTIONS = {
  name: { option: 'name', label: 'Your name', fault: line('name', 100) },
  title: { option: 'title', label: 'Title of the site', fault: line('title', 100) },
  brand: {
    option: 'brand',
    label: 'Brand, in the top bar and after page titles',
    fault: line('brand', 30),
  },
  description: {
    option: 'description',
    label: 'Description, in a sentence',
    fault: line('description', 300),
  },
  language: {
    option: 'language',
    label: 'Language, such as en or de-AT',
    fault: (value) =>
      isLanguage(value) ? null : `'${value}' is not a language code like 'en' or 'de-AT'.`,
  },
  time_zone: {
    option: 'time-zone',
    label: 'Time zone, such as Europe/Berlin',
    fault: (value) =>
      isTimeZone(value) ? null : `'${value}' is not a time zone like 'Europe/Berlin'.`,
  },
  address: {
    option: 'address',
    label: 'Public address, such as https://example.org',
    fault: setting('siteUrl'),
  },
  remote: {
    option: 'remote',
    label: 'Git remote to share with (name or URL)',
    fault: setting('gitRemote'),
  },
} as const satisfies Record<string, Question>

type Field = keyof typeof QUESTIONS
const FIELDS = Object.keys(QUESTIONS) as Field[] // its own keys

/** Absent: unchanged. */
export type InitAnswers = Partial<Record<Field, string>> & { clears?: boolean }

/** What is there already; null where nothing is. */
export type InitDefaults = Record<Field, string | null> & {
  /** How many posts and projects of the starter are there, unedited. */
  starterFiles: number
}

export const INIT_OPTIONS = {
  ...Object.fromEntries(
    FIELDS.map((field) => [QUESTIONS[field].option, { type: 'string' as const }]),
  ),
  'clear-starter': { type: 'boolean' as const },
}

function faultOf(field: Field, value: string): string | null {
  if (value === '') return `The ${field.replace('_', ' ')} is missing.`
  return QUESTIONS[field].fault(value)
}

/** From the options of the call. @throws UsageError naming the option, what it got and what is wrong */
export function answersOf(values: Record<string, string | boolean | undefined>): InitAnswers {
  const answers: InitAnswers = { clears: values['clear-starter'] === true }
  for (const field of FIELDS) {
    const { option } = QUESTIONS[field]
    const value = values[option]
    if (typeof value !== 'string') continue
    const fault = faultOf(field, value.trim())
    if (fault !== null) throw new UsageError(`--${option}: ${fault}`, 'init')
    answers[field] = value.trim()
  }
  return answers
}

/** Asks for each at the terminal; an empty line keeps the present value. */
export async function askAnswers(defaults: InitDefaults): Promise<InitAnswers> {
  const answers: InitAnswers = {}
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl+C, Ctrl+D, or nobody is there any more.
  const giveUp = () => {
    console.log('\nNothing was written.')
    process.exit(130)
  }
  terminal.on('SIGINT', giveUp).on('close', giveUp)
  const ask = async (question: string) => (await terminal.question(question)).trim()
  for (const field of FIELDS) {
    const question = `${QUESTIONS[field].label} [${defaults[field] ?? 'none'}]: `
    let answer = await ask(question)
    for (;;) {
      const fault = answer === '' ? null : faultOf(field, answer)
      if (fault === null) break
      console.log(fault)
      answer = await ask(question)
    }
    if (answer !== '') answers[field] = answer
  }
  if (defaults.starterFiles > 0) {
    const count = `${defaults.starterFiles} starter posts and projects`
    const typed = await ask(`Remove the ${count}? They will disappear from all lists. [y/N]: `)
    answers.clears = /^y(es)?$/i.test(typed)
  }
  terminal.off('close', giveUp).close()
  return answers
}
