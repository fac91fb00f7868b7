/** The image above a post's text, uploaded like those in the text. */
import { IMAGE_TYPES } from '#domain/image.ts'
import type { Post } from '#domain/post.ts'
import { Field, FormFields } from '../forms/fields.tsx'
import type { Form } from '../forms/use-form.ts'
import { Button } from '../frame/parts.tsx'
import { uploadImage } from '../text/images.ts'
import type { PostFields } from './post-fields.tsx'

export function CoverField({ form }: { form: Form<PostFields, Post> }) {
  const { image_url } = form.fields
  const upload = async (file: File) => {
    const path = await uploadImage(file)
    if (path !== null) form.change({ image_url: path })
  }
  return (
    <>
      <Field
        label="Cover image"
        fault={form.faults.image_url}
        hint={image_url || 'Above the text, and on the cards of shared links.'}
      >
        <input
          type="file"
          className="input"
          accept={IMAGE_TYPES.join()}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file may be chosen again.
            target.value = ''
            if (file) form.saveAfter(upload(file))
          }}
        />
      </Field>
      {image_url !== '' && (
        <div className="row">
          <Button isSmall onClick={() => form.change({ image_url: '' })}>
            Remove image
          </Button>
        </div>
      )}
      <FormFields form={form} slot="cover" />
    </>
  )
}
