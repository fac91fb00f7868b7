/** Content that is hard to lay out: long words, many tags, texts from right to left. */
import { addDays, type Day } from '../domain/days/day.ts'
import { textOf } from './documents.ts'
import { emptySiteFiles } from './site-files.ts'

const ADDRESS =
  'https://documents.example.org/archive/2026/a_report_without_any_place_to_break_it?format=long&edition=second'
export const COMPOUND = 'Rechtsschutzversicherungsgesellschaftenzulassung'
const LONG_TAGS = ['Lebensmittelverarbeitungsfragen', 'Straßenverkehrssicherheitslehre']
export const HEBREW_TITLE = 'למה אני כותב בפומבי, 3 שנים אחרי'
const ARABIC_TITLE = 'لماذا أكتب على الملأ'
/** With the long ones and those of other scripts, forty. */
const OTHER_TAGS = Array.from({ length: 36 }, (_, index) => `Topic ${index + 1}`)
const MOST_USED = 'Topic 12'

type Files = Record<string, string>

/** A text of `long-words/` with the long words in it. */
function written(name: string): string {
  const text = textOf(`server/test/long-words/${name}`)
  return text.replaceAll('COMPOUND', COMPOUND).replaceAll('ADDRESS', ADDRESS)
}

const quoted = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(', ')

function post(title: string, day: Day, tags: readonly string[], more: string, text: string) {
  const head = `title: ${JSON.stringify(title)}\ndate: ${day}\ntags: [${quoted(tags)}]`
  return `---\n${head}\n${more}\n---\n\n${text}\n`
}

/** Paths below the content folder and their texts. */
export function longWordFiles(today: Day): Files {
  return {
    ...emptySiteFiles(),
    ...posts(today),
    ...projects(today),
    ...pages(),
    'posts/one-name-that-never-ends-and-has-no-blank-in-it-until-the-very-last-letter.md':
      '---\ntitle: "open\n---\nText\n',
  }
}

function posts(today: Day): Files {
  const ago = (days: number) => addDays(today, -days)
  const usual = [MOST_USED, ...LONG_TAGS]
  const short = 'type: short'
  const essay = 'type: essay\nfeatured: true'
  const link = `type: link\nurl: "https://${'subdomain-of-'.repeat(4)}documents.example.org/"`
  const draft = 'type: essay\ndraft: true'
  const outward = `${COMPOUND} ${HEBREW_TITLE}`
  const files: Files = {
    address: post(ADDRESS, today, [...LONG_TAGS, ...OTHER_TAGS.slice(0, 28)], essay, ADDRESS_TEXT),
    compound: post(COMPOUND.repeat(2), ago(1), usual, short, COMPOUND.repeat(5)),
    hebrew: post(HEBREW_TITLE, ago(2), [MOST_USED, 'כתיבה'], essay, HEBREW_TEXT),
    arabic: post(ARABIC_TITLE, ago(3), ['كتابة'], short, ARABIC_TEXT),
    outward: post(outward, ago(4), LONG_TAGS, `${link}\nfeatured: true`, ADDRESS),
    far: post('Far', ago(5), usual, `project: address\namount: -123456789.25`, COMPOUND),
    // Only the panel shows it.
    draft: post(`${outward} ${ADDRESS}`, today, LONG_TAGS, draft, ADDRESS),
  }
  for (let number = 1; number <= 6; number += 1) {
    const tags = [MOST_USED, ...OTHER_TAGS.slice(6 * (number - 1), 6 * number)]
    const text = 'What was planned, and what was done.'
    files[`note-${number}`] = post(`Note ${number}`, ago(10 + number), tags, 'type: essay', text)
  }
  return Object.fromEntries(Object.entries(files).map(([id, text]) => [`posts/${id}.md`, text]))
}

const ADDRESS_TEXT = written('address.md').trimEnd()

const ARABIC_TEXT = 'كل يوم أكتب سطرا واحدا على الأقل.\n\n- أولا\n- ثانيا\n\n> لا يوم بلا سطر.'

const HEBREW_TEXT = written('hebrew.md').trimEnd()

function projects(today: Day): Files {
  const one = (title: string, days: number, more: string) =>
    `title: ${JSON.stringify(title)}\ndue_date: ${addDays(today, days)}\n${more}\n`
  const tags = `tags: [${quoted(LONG_TAGS)}]`
  const link = `${tags}\nlink: "${ADDRESS}"`
  const goal = `goal: 1000000000\nunit: ${COMPOUND.slice(0, 20)}\nstake: ${COMPOUND.repeat(4)}\ndescription: ${COMPOUND.repeat(9)}`
  return {
    'projects/address.yaml': one(ADDRESS, 3, `${link}\n${goal}`),
    'projects/compound.yaml': one(COMPOUND.repeat(2), -3, tags),
    'projects/hebrew.yaml': one(HEBREW_TITLE, 30, 'tags: ["כתיבה"]'),
    'projects/done.yaml': one(ADDRESS, -9, `status: Completed\n${link}`),
  }
}

function pages(): Files {
  return {
    'site.yaml': written('site.yaml'),
    'about.md': written('about.md').replace('HEBREW', HEBREW_TEXT),
    'resources/reading-list.yaml': written('reading-list.yaml'),
  }
}
