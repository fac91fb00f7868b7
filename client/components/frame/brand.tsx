/** The short brand with its mark, four days of a heatmap: the way home. */
export function Brand({ name }: { name: string }) {
  return (
    <a className="brand" href="/">
      <svg className="brand-mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <rect className="heat-2" x="0" y="0" width="9" height="9" rx="2" />
        <rect className="heat-3" x="11" y="0" width="9" height="9" rx="2" />
        <rect className="heat-1" x="0" y="11" width="9" height="9" rx="2" />
        <rect className="heat-4" x="11" y="11" width="9" height="9" rx="2" />
      </svg>
      {name}
    </a>
  )
}
