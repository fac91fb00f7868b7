/** The contents of an essay, folded above its text. */
import type { PostHeading } from '#domain/post.ts'

/** Nothing where there are no headings. */
export function ContentsList({ headings }: { headings: readonly PostHeading[] }) {
  if (headings.length === 0) return null
  return (
    <nav className="contents box" aria-label="Contents">
      <details>
        <summary>Contents</summary>
        <Sections headings={headings} dir="auto" />
      </details>
    </nav>
  )
}

interface SectionsProps {
  headings: readonly PostHeading[]
  /** Of the whole list, which its first heading decides: the levels below take it over. */
  dir?: 'auto'
}

/** Each heading under the last one of a higher level. */
function Sections({ headings, dir }: SectionsProps) {
  let top = Number.POSITIVE_INFINITY
  const starts = headings.flatMap(({ level }, index) => {
    if (level > top) return []
    top = level
    return [index]
  })
  return (
    <ul dir={dir}>
      {starts.map((start, index) => {
        const below = headings.slice(start + 1, starts[index + 1])
        return (
          <li key={start}>
            <a href={`#${encodeURIComponent(headings[start]?.id ?? '')}`}>
              {headings[start]?.text}
            </a>
            {below.length > 0 && <Sections headings={below} />}
          </li>
        )
      })}
    </ul>
  )
}
