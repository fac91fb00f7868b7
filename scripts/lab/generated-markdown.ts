/** Generated markdown, with the constructs of real posts about as often as there. */
import type { Dice } from './dice.ts'

const WORDS = (
  'the a of to and in that it is was for on with as at by from this have not are but what all ' +
  'were when your can said there use each which she do how their if will up other about out many ' +
  'then them these so some her would make like him into time has look two more write go see number ' +
  'no way could people my than first water been call who oil its now find long down day did get come ' +
  'made may part over new sound take only little work know place year live me back give most very ' +
  'after thing our just name good sentence man think say great where help through much before line ' +
  'right too mean old any same tell boy follow came want show also around form three small set put ' +
  'end does another well large must big even such because turn here why ask went men read need land ' +
  'different home us move try kind hand picture again change off play spell air away animal house ' +
  'point page letter mother answer found study still learn should world morning garden bread pencil ' +
  'deadline repository kilometre commit paragraph kitchen evening promise streak window river'
).split(' ')

/** Random words, the first capitalised. */
export function sentenceOf(dice: Dice, words: number): string {
  const text = Array.from({ length: words }, () => dice.oneOf(WORDS)).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** About `words` words of markdown; `rich` adds headings, tables and code to the paragraphs. */
export function markdownOf(dice: Dice, { words, rich }: { words: number; rich: boolean }): string {
  const blocks: string[] = []
  for (let left = words; left > 0; ) {
    const block = blockOf(dice, rich && blocks.length > 0)
    blocks.push(block)
    left -= block.split(/\s+/).length
  }
  return `${blocks.join('\n\n')}\n`
}

function blockOf(dice: Dice, rich: boolean): string {
  const roll = dice.between(1, 100)
  if (rich && roll <= 12) return `## ${sentenceOf(dice, dice.between(2, 6))}`
  if (rich && roll <= 17) return codeOf(dice)
  if (rich && roll <= 20) return tableOf(dice)
  if (roll <= 28) return listOf(dice)
  if (roll <= 33) return `> ${paragraphOf(dice, 2)}`
  return paragraphOf(dice, dice.between(2, 5))
}

function paragraphOf(dice: Dice, sentences: number): string {
  const sentence = () => `${decorate(dice, sentenceOf(dice, dice.between(6, 18)))}.`
  return Array.from({ length: sentences }, sentence).join(' ')
}

/** Sometimes adds a word with markup. */
function decorate(dice: Dice, text: string): string {
  const word = dice.oneOf(WORDS)
  const forms = [
    `**${word}**`,
    `*${word}*`,
    `\`${word}\``,
    `[${word}](https://example.org/${word})`,
  ]
  const form = forms[dice.between(0, 19)]
  return form === undefined ? text : `${text} ${form}`
}

function listOf(dice: Dice): string {
  const isNumbered = dice.chance(0.3)
  const item = (_: unknown, index: number) =>
    `${isNumbered ? `${index + 1}.` : '-'} ${sentenceOf(dice, dice.between(3, 9))}`
  return Array.from({ length: dice.between(3, 6) }, item).join('\n')
}

function tableOf(dice: Dice): string {
  const row = () => `| ${sentenceOf(dice, 2)} | ${sentenceOf(dice, 3)} | ${dice.between(1, 999)} |`
  const rows = Array.from({ length: dice.between(2, 5) }, row)
  return ['| Name | Meaning | Count |', '|---|---|---|', ...rows].join('\n')
}

const CODE = {
  ts: (name: string, number: number) =>
    `export function ${name}(days: readonly string[]): number {\n  // Counts from ${number}\n  return days.filter((day) => day > '2026').length + ${number}\n}`,
  sh: (name: string, number: number) =>
    `git log --format='%h %s' -${number}\ngit show HEAD:posts/${name}.md`,
  python: (name: string, number: number) =>
    `def ${name}(days):\n    """Counts."""\n    return sum(1 for day in days if len(day) > ${number})`,
} as const

function codeOf(dice: Dice): string {
  const language = dice.oneOf(['ts', 'sh', 'python'] as const)
  return `\`\`\`${language}\n${CODE[language](dice.oneOf(WORDS), dice.between(2, 40))}\n\`\`\``
}
