/** Forms with something unsaved in them: a move away from them asks first. */

const LEAVING_QUESTION = 'There are unsaved changes. Leave this page? They stay in this browser.'

const forms = new Set<symbol>()

/** Counts a form as unsaved until the returned function is called; closing the tab asks too. */
export function guardLeaving(): () => void {
  const form = Symbol()
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  forms.add(form)
  addEventListener('beforeunload', ask)
  return () => {
    forms.delete(form)
    removeEventListener('beforeunload', ask)
  }
}

/** Whether the screen may change: nothing is unsaved, or the author agrees. */
export function mayLeave(): boolean {
  return forms.size === 0 || confirm(LEAVING_QUESTION)
}
