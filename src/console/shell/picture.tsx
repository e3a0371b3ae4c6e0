import type { ComponentChildren } from 'preact';
import { usePage } from '../../pages/page-context.js';
import { Code, Text } from '../../pages/values.js';
import type { ProductPlaces } from './thing-naming.service.js';

interface PictureProps {
  /** As a product or category has it; null for the placeholder. */
  readonly image: string | null;
  readonly size: 'small' | 'large';
}

/** The picture of a product, a category or the shop. Of one of another server the address is shown at most: the picture would tell that server who looks. */
export function Picture({ image, size }: PictureProps) {
  const { links } = usePage();
  if (image?.startsWith('/images/')) {
    return <img src={links.to(`..${image}`)} alt="" class={`picture ${size}`} loading="lazy" />;
  }
  return image !== null && size === 'large' ? <Code>{image}</Code> : null;
}

interface PicturedProps extends Pick<PictureProps, 'image'> {
  readonly children: ComponentChildren;
}

/** A name behind the picture of what it names. */
export function Pictured({ image, children }: PicturedProps) {
  return (
    <span class="pictured">
      <Picture image={image} size="small" />
      <span>{children}</span>
    </span>
  );
}

interface PlacedProps {
  readonly id: number | null;
  readonly places: ProductPlaces;
  /** The name, or a link with it. */
  readonly children: ComponentChildren;
}

/** The name of a product with its picture and its category, since many products have the same name. */
export function Placed({ id, places, children }: PlacedProps) {
  const { image = null, category = null } = places.get(id ?? 0) ?? {};
  return (
    <Pictured image={image}>
      {children}{' '}
      {category !== null && (
        <small>
          <Text>{category}</Text>
        </small>
      )}
    </Pictured>
  );
}
