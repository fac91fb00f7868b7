/** Short notices: at most three at once. The component keeps their time. */
import { create } from 'zustand'

const TOASTS_MAX = 3
const TOAST_MS = 4000
/** For errors and for toasts with an action. */
const TOAST_LONG_MS = 10_000

export interface ToastInput {
  title: string
  description?: string
  /** Name of the post or project, where several of these may show. */
  about?: string
  tone?: 'plain' | 'success' | 'error'
  action?: { label: string; run: () => void }
  /** Where to look at it; opens in a new tab. */
  link?: { label: string; href: string }
}

export interface Toast extends ToastInput {
  id: number
}

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let lastId = 0

/**
 * Shows a notice, once where it shows already; the oldest goes when there are more than three. A
 * success takes errors away, which are those of earlier tries.
 * @returns its id, for `dismissToast`
 */
export function addToast(input: ToastInput): number {
  lastId += 1
  const toast = { ...input, id: lastId }
  const isGone = (shown: Toast) =>
    isSame(shown, toast) || (toast.tone === 'success' && shown.tone === 'error')
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((shown) => !isGone(shown)), toast].slice(-TOASTS_MAX),
  }))
  return toast.id
}

const isSame = (a: Toast, b: Toast) =>
  a.title === b.title &&
  a.description === b.description &&
  a.about === b.about &&
  !a.action &&
  !b.action

/** Takes a notice away. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** How long a notice stays, in milliseconds. */
export function toastLifetime({ tone, action }: ToastInput): number {
  return action || tone === 'error' ? TOAST_LONG_MS : TOAST_MS
}
