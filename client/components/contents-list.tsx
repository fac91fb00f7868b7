/**
 * The contents of an essay, twice: folded above the text on narrow screens and beside it on wide
 * ones. The style shows one of the two, so that it needs no scripts and neither is half of the other.
 */
import type { PostHeading } from '#domain/post.ts'

interface Section {
  heading: PostHeading
  below: Section[]
}

/** Nothing where there are no headings. */
export function ContentsList({ headings }: { headings: readonly PostHeading[] }) {
  if (headings.length === 0) return null
  const sections = sectionsOf(headings)
  return (
    <>
      <nav className="contents contents-folded" aria-label="Contents">
        <details>
          <summary>Contents</summary>
          <Sections sections={sections} dir="auto" />
        </details>
      </nav>
      <nav className="contents contents-beside" aria-label="Contents">
        <p className="contents-title">Contents</p>
        <Sections sections={sections} dir="auto" />
      </nav>
    </>
  )
}

/** @param dir of the whole list, which its first heading decides: the levels below take it over */
function Sections({ sections, dir }: { sections: readonly Section[]; dir?: 'auto' }) {
  return (
    <ul dir={dir}>
      {sections.map(({ heading: { id, text }, below }) => (
        <li key={id}>
          <a href={`#${encodeURIComponent(id)}`}>{text}</a>
          {below.length > 0 && <Sections sections={below} />}
        </li>
      ))}
    </ul>
  )
}

/** Each heading under the last one of a higher level. */
function sectionsOf(headings: readonly PostHeading[]): Section[] {
  const top: Section[] = []
  const open: Section[] = []
  for (const heading of headings) {
    while ((open.at(-1)?.heading.level ?? 0) >= heading.level) open.pop()
    const section = { heading, below: [] }
    const list = open.at(-1)?.below ?? top
    list.push(section)
    open.push(section)
  }
  return top
}
