/**
 * Questions that each cost a walk through the whole history. The same one, asked by many, is worked
 * out once; few run at a time, and one that nobody waits for any more is ended.
 */
import { AppError } from '../../errors.ts'
import { Line } from '../../workers/line.ts'

/** Run at a time: a walk keeps a processor busy. */
const RUNNING_MAX = 2
/** Different questions, running and waiting. */
const QUESTIONS_MAX = 32
const RETRY_SECONDS = 5

/** The one who asked has gone. */
export class GivenUpError extends AppError {
  constructor() {
    super(400, 'given_up', 'The question was given up.')
  }
}

interface Question {
  answer: Promise<unknown>
  askers: number
  aborter: AbortController
}

export class SharedQuestions {
  readonly #questions = new Map<string, Question>()
  readonly #line = new Line({ runningMax: RUNNING_MAX })

  /**
   * @param key names the question: equal keys are one question
   * @param work its signal is of its end, because nobody waits
   * @param asker aborted when the one who asks has gone
   * @throws GivenUpError then; AppError 503 when too many wait; what `work` throws
   */
  ask<T>(key: string, work: (signal: AbortSignal) => Promise<T>, asker?: AbortSignal): Promise<T> {
    if (asker?.aborted) return Promise.reject(new GivenUpError())
    if (!this.#questions.has(key) && this.#questions.size >= QUESTIONS_MAX) {
      return Promise.reject(tooMany())
    }
    const question = this.#questions.get(key) ?? this.#open(key, work)
    question.askers += 1
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        question.askers -= 1
        if (question.askers === 0) question.aborter.abort()
        reject(new GivenUpError())
      }
      asker?.addEventListener('abort', leave, { once: true })
      question.answer
        // A key stands for one kind of answer.
        .then((answer) => resolve(answer as T), reject)
        .finally(() => asker?.removeEventListener('abort', leave))
    })
  }

  #open(key: string, work: (signal: AbortSignal) => Promise<unknown>): Question {
    const aborter = new AbortController()
    const { signal } = aborter
    const answer = this.#line.run(async () => {
      if (signal.aborted) throw new GivenUpError()
      return work(signal)
    })
    const question: Question = { answer, askers: 0, aborter }
    this.#questions.set(key, question)
    const forget = () => {
      if (this.#questions.get(key) === question) this.#questions.delete(key)
    }
    signal.addEventListener('abort', forget, { once: true })
    answer.then(forget, forget)
    return question
  }
}

function tooMany(): AppError {
  return new AppError(503, 'busy', 'Too many questions about the history. Please try again.', {
    headers: { 'retry-after': String(RETRY_SECONDS) },
  })
}
