import { usePage } from './page-context.js';

/** The signs in `assets/console/icons.svg`, by their names there; `npm run icons` makes the file of this list. */
export type IconName =
  | 'boxes'
  | 'chart-column'
  | 'check'
  | 'chevron-down'
  | 'chevron-right'
  | 'circle-user'
  | 'history'
  | 'hourglass'
  | 'key-round'
  | 'layout-grid'
  | 'menu'
  | 'percent'
  | 'receipt-text'
  | 'search'
  | 'store'
  | 'sun'
  | 'triangle-alert'
  | 'truck'
  | 'user-cog'
  | 'users'
  | 'users-round';

/** A sign beside a text, which says the same; nothing for those who do not see it. */
export function Icon({ name }: { readonly name: IconName }) {
  const { links } = usePage();
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`${links.to('assets/icons.svg')}#${name}`} />
    </svg>
  );
}
