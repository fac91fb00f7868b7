/**
 * Allowed HTML: GitHub's, and `figure`, `picture`, `video` and `audio`. Other tags are removed
 * while their content stays; tags in `strip` are removed with their content.
 */
import { defaultSchema, type Options } from 'rehype-sanitize'
import { ALERT_CLASSES, ALERT_TITLE_CLASS } from './alerts.ts'

const SHOWN_SIZE = ['width', 'height'] as const
const PLAYED = ['src', 'controls', 'loop', 'muted', 'preload'] as const

export const SANITIZE_SCHEMA: Options = {
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    ...'abbr audio bdo caption cite dfn figcaption figure mark small time video wbr'.split(' '),
  ],
  attributes: {
    ...defaultSchema.attributes,
    '*': ['id', 'align', 'dir', 'lang', 'title'],
    audio: [...PLAYED],
    blockquote: ['cite', ['className', ...ALERT_CLASSES], ['role', 'note']],
    del: ['cite', 'dateTime'],
    details: ['open'],
    img: ['src', 'alt', ...SHOWN_SIZE],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    ins: ['cite', 'dateTime'],
    li: [['className', 'task-list-item'], 'value'],
    ol: ['start', 'reversed', 'type', ['className', 'contains-task-list']],
    p: [['className', ALERT_TITLE_CLASS]],
    source: ['src', 'srcSet', 'media', 'type', 'sizes', ...SHOWN_SIZE],
    td: ['colSpan', 'rowSpan', 'vAlign', ...SHOWN_SIZE],
    th: ['abbr', 'colSpan', 'rowSpan', 'scope', 'vAlign', ...SHOWN_SIZE],
    time: ['dateTime'],
    video: [...PLAYED, 'playsInline', 'poster', ...SHOWN_SIZE],
  },
  ancestors: {
    ...defaultSchema.ancestors,
    caption: ['table'],
    figcaption: ['figure'],
    source: ['picture', 'video', 'audio'],
    summary: ['details'],
  },
  // Relative addresses are always allowed; `srcSet` is filtered before.
  protocols: {
    cite: ['http', 'https'],
    href: ['http', 'https', 'mailto'],
    poster: ['http', 'https'],
    src: ['http', 'https'],
  },
  required: {
    // Without scripts only these controls start and stop playback.
    audio: { controls: true },
    input: { disabled: true, type: 'checkbox' },
    video: { controls: true },
  },
  clobber: [],
  strip:
    'canvas datalist embed iframe math noembed noframes script select style svg template textarea title'.split(
      ' ',
    ),
}
