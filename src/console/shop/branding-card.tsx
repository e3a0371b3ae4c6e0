import {
  brandingLogo,
  brandingSet,
  type BrandingDto,
} from '../../operations/shop/branding.operations.js';
import { Card, DetailsCard } from '../../pages/card.js';
import { Form, Input } from '../../pages/form.js';
import { Code } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';
import { PictureForm } from '../catalog/picture-form.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import { useVisit } from '../visit/use-visit.js';

interface BrandingProps {
  readonly branding: BrandingDto;
  readonly refused: RefusedForm<string> | undefined;
}

/** Name, color and logo of the shop, as forms for who may set them. */
export function BrandingCard({ branding, refused }: BrandingProps) {
  const { caller } = useVisit();
  const words = useWords('shop');
  const { name, color, logo } = branding;
  if (!caller.may('settings.edit')) {
    return (
      <DetailsCard
        entries={[
          [words.name, <bdi>{name ?? 'Souk'}</bdi>],
          color !== null && [words.color, <Code>{color}</Code>],
        ]}
      />
    );
  }
  return (
    <Card title={words.branding}>
      <Form
        to="shop/branding"
        label={words.branding}
        hint={words.brandingHint}
        state={stateOf(refused, 'branding')}
        button={words.save}
        {...formFor(brandingSet, branding)}
      >
        <Input name="name" label={words.name} hint={words.shopNameHint} />
        <Input name="color" label={words.color} hint={words.colorHint} />
      </Form>
      <PictureForm
        title={words.logo}
        hint={words.logoHint}
        image={logo}
        operation={brandingLogo}
        to="shop/logo"
        state={stateOf(refused, 'logo')}
      />
    </Card>
  );
}
