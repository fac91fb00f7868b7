/** The words of a text, counted by the server while one types, as it counts those of the page. */
import { useEffect, useState } from 'react'
import { readingMinutes } from '#domain/post.ts'
import { formatMinutes, formatWords } from '../../components/post-meta.tsx'
import { call } from '../frame/admin-api.ts'

const TYPING_MS = 400

/** `12 words · 1 min`, as of a moment ago; nothing until the first answer. */
export function WordCount({ title, text }: { title: string; text: string }) {
  const words = useWordCount(title, text)
  if (words === null) return null
  return words === 0
    ? `${formatWords(0)} · `
    : `${formatWords(words)} · ${formatMinutes(readingMinutes(words))} · `
}

function useWordCount(title: string, text: string): number | null {
  const [words, setWords] = useState<number | null>(null)
  const isEmpty = text.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    let gone = false
    const timer = setTimeout(async () => {
      const answer = await call<{ word_count: number }>('POST', '/posts/words', {
        title,
        content: text,
      }).catch(() => null)
      // Without an answer the last count stays.
      if (!gone && answer) setWords(answer.data.word_count)
    }, TYPING_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [title, text, isEmpty])
  return isEmpty ? 0 : words
}
