/**
 * Offers a new owner to make the starter site theirs. Whether it is still the starter is read from
 * the content, so the offer goes with the first own word or post; until then it can be put away for
 * as long as the tab is open.
 */
import { type FormEvent, useRef, useState } from 'react'
import { create } from 'zustand'
import type { OwnSite, SavedMeta } from '#domain/answers/admin-answers.ts'
import type { OwnerField } from '#domain/site.ts'
import { ApiError } from '../../data/api-client.ts'
import { focusFault } from '../forms/field.tsx'
import { Check, TextField } from '../forms/inputs.tsx'
import { call } from '../frame/admin-api.ts'
import { MESSAGES, showFailed, showSaved } from '../frame/messages.ts'
import { useLoaded } from '../frame/use-loaded.ts'
import { postsChanged } from '../posts/post-actions.ts'

const FIELDS: readonly [field: OwnerField, label: string, hint?: string][] = [
  ['name', 'Your name', 'As feeds and search engines show it.'],
  ['title', 'Title of the site'],
  ['brand', 'Brand', 'In the top bar, and after the title of each page.'],
  ['description', 'Description', 'One sentence; the about page begins with it.'],
  ['language', 'Language', 'A code such as en or de-AT.'],
  ['time_zone', 'Time zone', 'Days are counted in it, such as Europe/Berlin.'],
]

const useOffer = create(() => ({ isPutAway: false }))

export function MakeYours() {
  const isPutAway = useOffer((state) => state.isPutAway)
  const { data: site, reload } = useLoaded<OwnSite>(isPutAway ? null : '/own-site')
  if (isPutAway || !site?.is_starter) return null
  return <OwnSiteForm site={site} onSaved={reload} />
}

interface OwnSiteProps {
  site: OwnSite
  onSaved: () => Promise<void>
}

/** What the form has, and its one save. */
function useOwnSite({ site, onSaved }: OwnSiteProps) {
  const [words, setWords] = useState<Record<OwnerField, string>>(() => ({
    ...site,
    // Nobody is called that; the field asks for a name.
    name: '',
  }))
  const [clears, setClears] = useState(true)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const changed = () => {
    void onSaved()
    postsChanged()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFaults({})
    try {
      const body = { ...words, clear_starter: clears }
      const { meta } = await call<OwnSite, SavedMeta>('POST', '/own-site', body)
      showSaved(MESSAGES.siteSetUp, meta, { changed, topic: 'own site' })
      changed()
    } catch (error) {
      if (error instanceof ApiError && error.failure.fields) {
        setFaults(error.failure.fields)
        focusFault(form.current)
      }
      showFailed('Failed to set up the site', error, 'own site')
    }
    setBusy(false)
  }
  return { form, words, setWords, clears, setClears, faults, busy, save }
}

function OwnSiteForm({ site, onSaved }: OwnSiteProps) {
  const own = useOwnSite({ site, onSaved })
  const { form, words, setWords, clears, setClears, faults, busy, save } = own
  return (
    <section className="panel make-yours" aria-labelledby="make-yours">
      <h2 id="make-yours" className="admin-subtitle">
        Make it yours
      </h2>
      <p className="admin-hint">
        These are the pages that came with the program. Say whose site it is; everything here can be
        changed again, and it is one commit.
      </p>
      {site.is_in_program && (
        <p className="admin-hint">
          Saves go into the repository of the program, where they are in the way of its updates. On
          the server, <code>npm run content -- init</code> makes the same site in a repository of
          its own.
        </p>
      )}
      <form
        ref={form}
        className="make-yours-form"
        noValidate
        onSubmit={(event) => void save(event)}
      >
        {FIELDS.map(([field, label, hint]) => (
          <TextField
            key={field}
            name={field}
            label={label}
            {...(hint !== undefined && { hint })}
            value={words[field]}
            fault={faults[field]}
            onChange={(value) => setWords((now) => ({ ...now, [field]: value }))}
          />
        ))}
        <Check
          label="Remove the starter posts and projects"
          checked={clears}
          onChange={setClears}
        />
        <div className="admin-buttons">
          <button type="submit" className="button button-primary" disabled={busy}>
            {busy ? 'Saving...' : 'Make it mine'}
          </button>
          <button
            type="button"
            className="button"
            onClick={() => useOffer.setState({ isPutAway: true })}
          >
            Not now
          </button>
        </div>
      </form>
    </section>
  )
}
