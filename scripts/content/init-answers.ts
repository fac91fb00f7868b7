/** What `content init` is told: by options, or by a person at a terminal, each checked at once. */
import { createInterface } from 'node:readline/promises'
import type { OwnerField, OwnerWords } from '#domain/site.ts'
import { SETTINGS } from '../../server/config.ts'
import { ownerFault } from './owner-words.ts'
import { UsageError } from './usage.ts'

export interface InitAnswers {
  words: OwnerWords
  /** Of the settings SITE_URL and GIT_REMOTE; absent: unchanged. */
  address?: string
  remote?: string
  clears: boolean
}

/** What is there already; null where nothing is. */
export interface InitDefaults {
  words: Record<OwnerField, string>
  address: string | null
  remote: string | null
  /** How many posts and projects of the starter are there, unedited. */
  starterFiles: number
}

type Question = readonly [option: string, label: string, field: OwnerField | 'address' | 'remote']

const QUESTIONS: readonly Question[] = [
  ['name', 'Your name', 'name'],
  ['title', 'Title of the site', 'title'],
  ['brand', 'Brand, in the top bar and after page titles', 'brand'],
  ['description', 'Description, in a sentence', 'description'],
  ['language', 'Language, such as en or de-AT', 'language'],
  ['time-zone', 'Time zone, such as Europe/Berlin', 'time_zone'],
  ['address', 'Public address, such as https://example.org', 'address'],
  ['remote', 'Git remote to share with (name or URL)', 'remote'],
]

export const INIT_OPTIONS = {
  ...Object.fromEntries(QUESTIONS.map(([option]) => [option, { type: 'string' as const }])),
  'clear-starter': { type: 'boolean' as const },
}

/** From the options of the call. @throws UsageError naming the option, what it got and what is wrong */
export function answersOf(values: Record<string, string | boolean | undefined>): InitAnswers {
  const answers: InitAnswers = { words: {}, clears: values['clear-starter'] === true }
  for (const [option, , field] of QUESTIONS) {
    const value = values[option]
    if (typeof value !== 'string') continue
    const fault = faultOf(field, value)
    if (fault !== null) throw new UsageError(`--${option}: ${fault}`, 'init')
    put(answers, field, value.trim())
  }
  return answers
}

/** Asks for each at the terminal; nothing typed leaves it as it is. */
export async function askAnswers(defaults: InitDefaults): Promise<InitAnswers> {
  const answers: InitAnswers = { words: {}, clears: false }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl+C, Ctrl+D, or nobody is there any more.
  const giveUp = () => {
    console.log('\nNothing was written.')
    process.exit(130)
  }
  terminal.on('SIGINT', giveUp).on('close', giveUp)
  try {
    for (const [, label, field] of QUESTIONS) {
      const present =
        field === 'address' || field === 'remote' ? defaults[field] : defaults.words[field]
      for (;;) {
        const typed = (await terminal.question(`${label} [${present ?? 'none'}]: `)).trim()
        if (typed === '') break
        const fault = faultOf(field, typed)
        if (fault === null) {
          put(answers, field, typed)
          break
        }
        console.log(fault)
      }
    }
    if (defaults.starterFiles > 0) {
      const count = `${defaults.starterFiles} starter posts and projects`
      const question = `Remove the ${count}? They will disappear from all lists. [y/N]: `
      const typed = await terminal.question(question)
      answers.clears = /^y(es)?$/i.test(typed.trim())
    }
    return answers
  } finally {
    terminal.off('close', giveUp).close()
  }
}

function faultOf(field: OwnerField | 'address' | 'remote', value: string): string | null {
  if (field !== 'address' && field !== 'remote') return ownerFault(field, value.trim())
  const { read } = SETTINGS[field === 'address' ? 'siteUrl' : 'gitRemote']
  try {
    read(value.trim())
    return null
  } catch (error) {
    return `It takes ${error instanceof Error ? error.message : error}.`
  }
}

function put(answers: InitAnswers, field: OwnerField | 'address' | 'remote', value: string): void {
  if (field === 'address' || field === 'remote') answers[field] = value
  else answers.words[field] = value
}
