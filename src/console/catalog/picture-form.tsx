import type { AnyOperation } from '../../operations/operation.js';
import { FormDisclosure } from '../../pages/card.js';
import { FileInput, Form, type FormState } from '../../pages/form.js';
import { useWords } from '../../pages/words.js';
import { formFor } from '../operations/form-for.js';
import { Picture } from '../shell/picture.js';

const TYPES = 'image/png,image/jpeg,image/webp';

/** What is asked for where a picture is removed. */
export const NO_PICTURE = () => ({ picture: null });

interface PictureFormProps {
  /** What it is called, and what is taken, where it is no picture of the catalog. */
  readonly title?: string;
  readonly hint?: string;
  readonly image: string | null;
  readonly operation: AnyOperation;
  /** Where it is sent. */
  readonly to: string;
  readonly state: FormState;
}

/** Takes a picture from a file, in place of the present one, or none. */
export function PictureForm({ image, operation, to, state, ...own }: PictureFormProps) {
  const words = useWords('catalog');
  const { title = words.picture, hint = words.pictureHint } = own;
  return (
    <>
      <FormDisclosure
        title={title}
        to={to}
        state={state}
        button={words.upload}
        hasFile
        {...formFor(operation)}
      >
        <Picture image={image} size="large" />
        <FileInput name="picture" label={words.pictureFile} hint={hint} accept={TYPES} />
      </FormDisclosure>
      {image !== null && (
        <Form to={`${to}/remove`} class="inline" button={words.removePicture} kind="plain" />
      )}
    </>
  );
}
