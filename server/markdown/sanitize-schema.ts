/**
 * Allowed HTML: GitHub's, and `figure`, `picture`, `video` and `audio`. Other tags are removed
 * while their content stays; tags in `strip` are removed with their content.
 */
import type { Options } from 'rehype-sanitize'
import { ALERT_CLASSES, ALERT_TITLE_CLASS } from './alerts.ts'

const SHOWN_SIZE = ['width', 'height'] as const
const PLAYED = ['src', 'controls', 'loop', 'muted', 'preload'] as const

export const SANITIZE_SCHEMA: Options = {
  // Generated tags come first, since the list is searched for every element.
  tagNames: [
    ...'p a code em strong li ul ol h2 h3 h4 h5 h6 h1 blockquote pre img br hr del'.split(' '),
    ...'table thead tbody tr th td input section sup'.split(' '),
    ...'abbr audio b bdo caption cite dd details dfn div dl dt figcaption figure i ins kbd'.split(
      ' ',
    ),
    ...'mark picture q rp rt ruby s samp small source span strike sub summary tfoot time tt'.split(
      ' ',
    ),
    ...'var video wbr'.split(' '),
  ],
  attributes: {
    '*': ['id', 'align', 'dir', 'lang', 'title'],
    a: [
      'href',
      'ariaDescribedBy',
      'ariaLabel',
      'dataFootnoteBackref',
      'dataFootnoteRef',
      ['className', 'data-footnote-backref'],
    ],
    audio: [...PLAYED],
    blockquote: ['cite', ['className', ...ALERT_CLASSES], ['role', 'note']],
    code: [['className', /^language-./]],
    del: ['cite', 'dateTime'],
    details: ['open'],
    h2: [['className', 'sr-only']],
    img: ['src', 'alt', ...SHOWN_SIZE],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    ins: ['cite', 'dateTime'],
    li: [['className', 'task-list-item'], 'value'],
    ol: ['start', 'reversed', 'type', ['className', 'contains-task-list']],
    p: [['className', ALERT_TITLE_CLASS]],
    q: ['cite'],
    section: ['dataFootnotes', ['className', 'footnotes']],
    source: ['src', 'srcSet', 'media', 'type', 'sizes', ...SHOWN_SIZE],
    td: ['colSpan', 'rowSpan', 'vAlign', ...SHOWN_SIZE],
    th: ['abbr', 'colSpan', 'rowSpan', 'scope', 'vAlign', ...SHOWN_SIZE],
    time: ['dateTime'],
    ul: [['className', 'contains-task-list']],
    video: [...PLAYED, 'playsInline', 'poster', ...SHOWN_SIZE],
  },
  ancestors: {
    caption: ['table'],
    figcaption: ['figure'],
    source: ['picture', 'video', 'audio'],
    summary: ['details'],
    tbody: ['table'],
    td: ['table'],
    tfoot: ['table'],
    th: ['table'],
    thead: ['table'],
    tr: ['table'],
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
