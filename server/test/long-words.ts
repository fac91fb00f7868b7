/**
 * Content that is hard to lay out, for the browser tests: titles that are
 * an address or one long compound, tags of thirty letters, forty tags, texts written from right to left,
 * images with long names.
 */
import { addDays, type Day } from '../domain/days/day.ts'
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

/** A GIF of one green pixel; as it happens, its bytes are those of a text. */
const PIXEL = `GIF89a\x01\0\x01\0\x80\0${'\x22\x6b\x4a'.repeat(8)},\0\0\0\0\x01\0\x01\0\0\x03\x02\x18\x09\0;`
const LONG_IMAGE = `media/2026/${COMPOUND.repeat(2)}.gif`

type Files = Record<string, string>

const quoted = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(', ')

interface HardPost {
  title: string
  day: Day
  tags: readonly string[]
  text: string
  /** Lines of front matter beside title, date and tags. */
  more?: string
}

function post({ title, day, tags, text, more = 'type: essay' }: HardPost): string {
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
    ...pictures(today),
    'posts/one-name-that-never-ends-and-has-no-blank-in-it-until-the-very-last-letter.md':
      '---\ntitle: "open\n---\nText\n',
  }
}

function posts(today: Day): Files {
  const files: Files = {
    'posts/address.md': post({
      title: ADDRESS,
      day: today,
      tags: [...LONG_TAGS, ...OTHER_TAGS.slice(0, 28)],
      more: 'type: essay\nfeatured: true',
      text: `${ADDRESS}\n\n## ${COMPOUND}\n\n> ${ADDRESS}\n\n- ${COMPOUND}${COMPOUND}\n\n| ${COMPOUND} | ${COMPOUND} |\n|---|---|\n| ${ADDRESS} | b |\n\n\`${ADDRESS}\` and ${COMPOUND.repeat(4)}`,
    }),
    'posts/compound.md': post({
      title: COMPOUND.repeat(2),
      day: addDays(today, -1),
      tags: [MOST_USED, ...LONG_TAGS],
      more: 'type: short',
      text: COMPOUND.repeat(5),
    }),
    'posts/hebrew.md': post({
      title: HEBREW_TITLE,
      day: addDays(today, -2),
      tags: [MOST_USED, 'כתיבה'],
      more: 'type: essay\nfeatured: true',
      text: HEBREW_TEXT,
    }),
    'posts/arabic.md': post({
      title: ARABIC_TITLE,
      day: addDays(today, -3),
      tags: ['كتابة'],
      more: 'type: short',
      text: 'كل يوم أكتب سطرا واحدا على الأقل.\n\n- أولا\n- ثانيا\n\n> لا يوم بلا سطر.',
    }),
    'posts/outward.md': post({
      title: `${COMPOUND} ${HEBREW_TITLE}`,
      day: addDays(today, -4),
      tags: LONG_TAGS,
      more: `type: link\nurl: "https://${'subdomain-of-'.repeat(4)}documents.example.org/"\nfeatured: true`,
      text: ADDRESS,
    }),
  }
  for (let number = 1; number <= 6; number += 1) {
    files[`posts/note-${number}.md`] = post({
      title: `Note ${number}`,
      day: addDays(today, -10 - number),
      tags: [MOST_USED, ...OTHER_TAGS.slice(6 * (number - 1), 6 * number)],
      text: 'What was planned, and what was done.',
    })
  }
  return files
}

/** What only the panel shows: a draft with an image, and an image of no post. */
function pictures(today: Day): Files {
  return {
    [LONG_IMAGE]: PIXEL,
    'media/2026/תמונה-של-שולחן-הכתיבה-בבוקר-אחד-לפני-שמישהו-ישב-לידו.gif': PIXEL,
    'posts/pictures.md': post({
      title: `${COMPOUND} ${HEBREW_TITLE} ${ADDRESS}`,
      day: today,
      tags: LONG_TAGS,
      more: 'type: essay\ndraft: true',
      text: `![${COMPOUND.repeat(2)}](/${LONG_IMAGE})\n\n${ADDRESS}`,
    }),
  }
}

const HEBREW_TEXT = `שורה אחת ביום, גם כשאין זמן. הקוד \`const a = 1\` נשאר כמו שהוא.

An English paragraph between two Hebrew ones.

## כותרת שנייה

- ראשון
- שני
  1. פנימי
  2. אחרון

- [x] נעשה
- [ ] עוד לא

> ציטוט ארוך מספיק כדי לעבור לשורה שנייה, ועם סוף.
>
> פסקה שנייה.

| יום | מילים | פרקים |
|---|--:|---|
| שני | 812 | 3 |

<p align="right">חתימה</p>

<p align="left">תאריך</p>

\`\`\`ts
const day = 'monday' // stays from left to right
\`\`\``

function projects(today: Day): Files {
  const one = (title: string, day: Day, more: string) =>
    `title: ${JSON.stringify(title)}\ndue_date: ${day}\n${more}\n`
  const tags = `tags: [${quoted(LONG_TAGS)}]`
  return {
    'projects/address.yaml': one(ADDRESS, addDays(today, 3), `${tags}\nlink: "${ADDRESS}"`),
    'projects/compound.yaml': one(COMPOUND.repeat(2), addDays(today, -3), tags),
    'projects/hebrew.yaml': one(HEBREW_TITLE, addDays(today, 30), 'tags: ["כתיבה"]'),
    'projects/done.yaml': one(
      ADDRESS,
      addDays(today, -9),
      `status: Completed\n${tags}\nlink: "${ADDRESS}"`,
    ),
  }
}

function pages(): Files {
  return {
    'site.yaml': `brand: G.A.P.
title: ${COMPOUND}
description: ${COMPOUND.repeat(2)}
author: { name: The author }
time_zone: Europe/Berlin
footer:
  - { label: ${COMPOUND.repeat(2)}, url: "https://links.example/" }
`,
    'about.md': `---
areas:
  - title: ${COMPOUND.repeat(2)}
    items:
      - { name: ${COMPOUND}, color: tag-rose }
      - { name: ${COMPOUND.repeat(2)}, color: tag-sky }
---

${HEBREW_TEXT}
`,
    'resources/reading-list.yaml': `title: ${COMPOUND}
intro: ${COMPOUND.repeat(2)}
items:
  - title: ${COMPOUND.repeat(2)}
    category: ${COMPOUND}
    badge: Free
    description: "${ADDRESS}"
    url: "https://book.example/"
`,
  }
}
