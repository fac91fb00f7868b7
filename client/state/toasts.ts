/** Short notices: at most three at once. The component keeps their time. */
import { create } from 'zustand'

const TOASTS_MAX = 3
const TOAST_MS = 4000
/** For errors and for toasts with an action. */
const TOAST_LONG_MS = 10_000
/** As long as a timer can be. */
const TOAST_LASTING_MS = 2 ** 31 - 1

export interface ToastInput {
  title: string
  description?: string
  /** Name of the post or project, where several of these may show. */
  about?: string
  /** What was tried: an error goes when a later try succeeds. */
  topic?: string
  tone?: 'plain' | 'success' | 'error'
  action?: { label: string; run: () => void }
  /** Where to look at it; opens in a new tab. */
  link?: { label: string; href: string }
  /** It stays until it is dismissed. */
  isLasting?: boolean
}

export interface Toast extends ToastInput {
  id: number
}

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let lastId = 0

/**
 * Shows a notice, once where it shows already; the oldest goes when there are more than three.
 * @returns its id, for `dismissToast`
 */
export function addToast(input: ToastInput): number {
  lastId += 1
  const toast = { ...input, id: lastId }
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((shown) => !isSame(shown, toast)), toast].slice(-TOASTS_MAX),
  }))
  return toast.id
}

const isSame = (a: Toast, b: Toast) =>
  a.title === b.title &&
  a.description === b.description &&
  a.about === b.about &&
  !a.action &&
  !b.action

/** Takes the errors of earlier tries away. */
export function dismissErrors(topic: string): void {
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.filter((toast) => toast.tone !== 'error' || toast.topic !== topic),
  }))
}

/** Takes a notice away. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** How long a notice stays, in milliseconds. */
export function toastLifetime({ tone, action, isLasting }: ToastInput): number {
  if (isLasting) return TOAST_LASTING_MS
  return action || tone === 'error' ? TOAST_LONG_MS : TOAST_MS
}
