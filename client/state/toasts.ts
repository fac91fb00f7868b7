/** Short notices: at most three at once. The component keeps their time. */
import { create } from 'zustand'

const TOASTS_MAX = 3
const TOAST_MS = 4000
/** For errors and for toasts with an action. */
const TOAST_LONG_MS = 10_000

export interface ToastInput {
  title: string
  description?: string
  tone?: 'plain' | 'success' | 'error'
  action?: { label: string; run: () => void }
}

export interface Toast extends ToastInput {
  id: number
}

interface ToastState {
  toasts: readonly Toast[]
}

export const useToasts = create<ToastState>(() => ({ toasts: [] }))

let lastId = 0

/** Shows a notice, once where it shows already; the oldest goes when there are more than three. */
export function addToast(input: ToastInput): void {
  lastId += 1
  const toast = { ...input, id: lastId }
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((shown) => !isSame(shown, toast)), toast].slice(-TOASTS_MAX),
  }))
}

const isSame = (a: Toast, b: Toast) =>
  a.title === b.title && a.description === b.description && !a.action && !b.action

/** Takes a notice away. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** How long a notice stays, in milliseconds. */
export function toastLifetime({ tone, action }: ToastInput): number {
  return action || tone === 'error' ? TOAST_LONG_MS : TOAST_MS
}
