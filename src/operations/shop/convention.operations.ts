import { messageKey } from '../../common/sentence.js';
import { Locale } from '../../locales/locale.js';
import { timeZoneOf } from '../../locales/time-zone.js';
import {
  ConventionsRepository,
  type ShopConventions,
} from '../../people/conventions/conventions.repository.js';
import { camelCased } from '../../common/camel-cased.js';
import { text, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { FormField, IntegerField } from '../fields/fields.js';
import { operation, type Target } from '../operation.js';
import { reading } from '../reading.js';

/** The language of somebody; null for that of the shop, or of the browser. */
export const LanguageField = (description: string): PropertyDecorator =>
  FormField({
    accepts: (language) => Locale.isLanguage(language),
    must: 'must be the tag of a language that Souk has, such as en or tr',
    refusal: messageKey('field.language', {}),
    optional: true,
    nullable: true,
    example: 'tr',
    description,
  });

const TIME_ZONE = {
  accepts: (zone: string) => timeZoneOf(zone) !== undefined,
  must: 'must be a time zone such as Europe/Istanbul or UTC',
  refusal: messageKey('field.time-zone', {}),
  optional: true,
  description: 'A name of the IANA database.',
  example: 'Europe/Istanbul',
} as const;

const WEEK_START = { min: 1, max: 7, optional: true, example: 1 } as const;

const FROM_MONDAY = 'The first day of a week, from 1 for Monday to 7 for Sunday.';

/** What is left out stays. */
export class ConventionsChangeDto {
  @LanguageField('Of pages and mails for those who have chosen none; null for that of a browser.')
  language?: string | null;

  @FormField(TIME_ZONE)
  time_zone?: string;

  @IntegerField({ ...WEEK_START, description: FROM_MONDAY })
  week_start?: number;

  @IntegerField({
    min: 2,
    max: 18,
    optional: true,
    example: 4,
    description: 'Amounts are shown with so many decimals at most.',
  })
  money_decimals?: number;
}

/** What an operator chooses for itself; null is as the shop has it. */
export class OwnConventionsDto {
  @LanguageField('Null for that of the shop.')
  language?: string | null;

  @FormField({ ...TIME_ZONE, nullable: true })
  time_zone?: string | null;

  @IntegerField({ ...WEEK_START, nullable: true, description: FROM_MONDAY })
  week_start?: number | null;
}

const CONVENTIONS_SHAPE = shapeOf<ShopConventions>()('ConventionsDto', {
  language: text.orNull({ example: 'tr' }),
  time_zone: text({ example: 'Europe/Istanbul' }),
  week_start: whole({ example: 1 }),
  money_decimals: whole({ example: 4 }),
});
export type ConventionsDto = ShownBy<typeof CONVENTIONS_SHAPE>;

const CONVENTIONS = {
  noun: 'conventions',
  shape: CONVENTIONS_SHAPE,
  locked: (services, manager) => services(ConventionsRepository).lockedOfShop(manager),
} satisfies Target<ShopConventions>;

export const conventionsSet = operation({
  name: 'conventions set',
  summary: 'set language, time zone, first day of the week and decimals of amounts of the shop',
  permission: 'settings.edit',
  route: 'PATCH conventions',
  kind: 'setting',
  target: CONVENTIONS,
  input: ConventionsChangeDto,
  run: async ({ services, manager, thing, input }) => {
    const changed = { ...thing, ...chosen(input) };
    await services(ConventionsRepository).setOfShop(manager, changed);
  },
});

export const conventionsShow = reading({
  name: 'conventions show',
  operationId: 'conventions',
  summary: 'language, time zone, first day of the week and decimals of amounts of the shop',
  permission: 'settings.read',
  route: 'GET conventions',
  shape: CONVENTIONS_SHAPE,
  read: ({ services }) => services(ConventionsRepository).ofShop(),
});

/** The values that were given, as they are stored. */
export function chosen<Input extends OwnConventionsDto>(input: Input) {
  const { time_zone: zone } = input;
  return camelCased(zone ? { ...input, time_zone: timeZoneOf(zone) } : input);
}
