/**
 * The few icons of the site, with the strokes of lucide (ISC). Drawn here because lucide's own
 * component costs more bytes than all of them.
 */

const STROKES = {
  'arrow-left': 'm12 19-7-7 7-7M19 12H5',
  'arrow-up-right': 'M7 7h10v10M7 17 17 7',
  close: 'M18 6 6 18M6 6l12 12',
  external: 'M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6',
  menu: 'M4 5h16M4 12h16M4 19h16',
  moon: 'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
  search: 'm21 21-4.34-4.34M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0',
  sun: 'M12 2v2M12 20v2m-7.07-17.07 1.41 1.41m11.32 11.32 1.41 1.41M2 12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0',
} as const

interface IconLook {
  size?: number
  className?: string
}

/** One of the site's icons. */
export function Icon({ name, ...look }: IconLook & { name: keyof typeof STROKES }) {
  return <StrokeIcon d={STROKES[name]} {...look} />
}

/** A decorative icon in the colour of the text; what it stands beside says the same in words. */
export function StrokeIcon({ d, size = 16, className }: IconLook & { d: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  )
}
