import { languageName, localeOf, type Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import {
  conventionsSet,
  type ConventionsDto,
} from '../../operations/shop/convention.operations.js';
import type { ChosenConventions } from '../../people/conventions/conventions.repository.js';
import { DetailsCard, FormCard } from '../../pages/card.js';
import { Choice, Input, type FormState } from '../../pages/form.js';
import { usePage } from '../../pages/page-context.js';
import { useWords } from '../../pages/words.js';
import { formFor } from '../operations/form-for.js';
import { useVisit } from '../visit/use-visit.js';

interface ShopProps {
  readonly conventions: ConventionsDto;
  readonly state: FormState;
}

/** The conventions of the shop, as a form for who may set them. */
export function ShopConventions({ conventions, state }: ShopProps) {
  const { caller, language } = useVisit();
  const words = useWords('conventions');
  if (!caller.may('settings.edit')) {
    const { language: chosen, time_zone: zone, week_start: day, money_decimals } = conventions;
    const entries = [
      [words.language, chosen === null ? words.asBrowser : languageName(chosen)],
      [words.timeZone, zone],
      [words.weekStart, dayName(language, day)],
      [words.moneyDecimals, String(money_decimals)],
    ] as const;
    return <DetailsCard entries={entries} />;
  }
  return (
    <FormCard
      title={words.shopTitle}
      hint={words.shopHint}
      to="shop/conventions"
      state={state}
      button={words.save}
      {...formFor(conventionsSet, conventions)}
    >
      <LanguageChoice whenNone={words.asBrowser} />
      <ReadingFields zone={conventions.time_zone} />
      <Input name="money_decimals" label={words.moneyDecimals} hint={words.moneyHint} />
    </FormCard>
  );
}

interface OwnProps {
  readonly chosen: ChosenConventions;
  readonly state: FormState | undefined;
}

/** What the operator has chosen for itself. */
export function OwnConventionsForm({ chosen, state }: OwnProps) {
  const { language, timeZone, weekStart } = chosen;
  const words = useWords('conventions');
  return (
    <FormCard
      title={words.ownTitle}
      hint={words.ownHint}
      to="own/conventions"
      state={state}
      button={words.save}
      present={{ language, time_zone: timeZone, week_start: weekStart }}
    >
      <LanguageChoice whenNone={words.asShop} />
      <ReadingFields zone={timeZone ?? undefined} whenNone={words.asShop} />
    </FormCard>
  );
}

interface LanguageChoiceProps {
  readonly whenNone: string;
  readonly hint?: string;
}

export function LanguageChoice({ whenNone, hint }: LanguageChoiceProps) {
  const words = useWords('conventions');
  const languages = Locale.languages().map((one) => [one, languageName(one)] as const);
  return (
    <Choice
      name="language"
      label={words.language}
      hint={hint}
      options={[['', whenNone], ...languages]}
    />
  );
}

interface ReadingFieldsProps {
  /** The present one, which may be none of the usual names. */
  readonly zone: string | undefined;
  /** Said in place of no choice, where there may be none. */
  readonly whenNone?: string;
}

function ReadingFields({ zone, whenNone }: ReadingFieldsProps) {
  const { language } = usePage();
  const words = useWords('conventions');
  const none = whenNone === undefined ? [] : [['', whenNone] as const];
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(zone ? [zone] : [])]);
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => [`${day}`, dayName(language, day)] as const);
  return (
    <>
      <Choice
        name="time_zone"
        label={words.timeZone}
        options={[...none, ...[...zones].map((name) => [name, name] as const)]}
      />
      <Choice name="week_start" label={words.weekStart} options={[...none, ...days]} />
    </>
  );
}

/** @param day from 1 for Monday */
function dayName(language: Language, day: number): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return format.format(new Date(Date.UTC(2024, 0, day)));
}
