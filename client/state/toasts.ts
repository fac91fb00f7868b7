/** Store of the toasts, at most three. The component runs their timers. */
import { create } from 'zustand'

const TOASTS_MAX = 3
const TOAST_MS = 4000
/** For errors and for toasts with Undo. */
const TOAST_LONG_MS = 10_000

export interface ToastInput {
  title: string
  description?: string
  /** Name of the post or project, which distinguishes several of these toasts. */
  subject?: string
  tone?: 'plain' | 'success' | 'error'
  /** Whether an error stays after a later success, since that is no answer to it. */
  stays?: boolean
  undo?: (() => void) | undefined
  /** Address that 'View' opens in a new tab. */
  view?: string
}

export interface Toast extends ToastInput {
  id: number
}

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let lastId = 0

/**
 * Shows a toast and replaces an equal one; with more than three the oldest is removed.
 * @returns its id, for `dismissToast`
 */
export function addToast(input: ToastInput): number {
  lastId += 1
  const toast = { ...input, id: lastId }
  if (toast.tone === 'success') dismissErrors()
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((shown) => !isSame(shown, toast)), toast].slice(-TOASTS_MAX),
  }))
  return toast.id
}

const isSame = (a: Toast, b: Toast) =>
  !(a.undo || b.undo) &&
  (['title', 'description', 'subject'] as const).every((part) => a[part] === b[part])

const keep = (isKept: (toast: Toast) => boolean | undefined) =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter(isKept) }))

/** Removes a toast. */
export const dismissToast = (id: number) => keep((toast) => toast.id !== id)

/** Removes errors, which belong to attempts before a success. */
export const dismissErrors = () => keep(({ tone, stays }) => tone !== 'error' || stays)

/** Lifetime of a toast in milliseconds. */
export function toastLifetime({ tone, undo }: ToastInput): number {
  return undo || tone === 'error' ? TOAST_LONG_MS : TOAST_MS
}
