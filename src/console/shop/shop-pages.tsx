import type { FindingDto, FindingsDto } from '../../operations/shop/recovery.operations.js';
import {
  brandingLogo,
  brandingSet,
  type BrandingDto,
} from '../../operations/shop/branding.operations.js';
import type { ConventionsDto } from '../../operations/shop/convention.operations.js';
import type { MaintenanceDto } from '../../operations/shop/maintenance.operations.js';
import {
  catalogSettingsSet,
  type CatalogSettingsDto,
} from '../../operations/catalog/catalog-setting.operations.js';
import { Locale } from '../../locales/locale.js';
import { Card, DetailsCard, FormCard, Disclosure } from '../../pages/card.js';
import { ButtonLink, LinkLine } from '../../pages/text-links.js';
import { Choice, Form, Input } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Details, Table, type Column } from '../../pages/table.js';
import { Badge, Time, Code } from '../../pages/values.js';
import { sentTo, stateOf, type RefusedForm } from '../http/refused-form.js';
import { ShopConventions } from '../conventions/convention-cards.js';
import { formFor } from '../operations/form-for.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { ShopParts } from './shop-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';
import { PictureForm } from '../catalog/picture-form.js';

interface ShownShop {
  readonly maintenance: MaintenanceDto;
  /** Left out for who may not read them. */
  readonly settings?: CatalogSettingsDto;
  readonly conventions?: ConventionsDto;
  readonly branding?: BrandingDto;
  readonly refused: RefusedForm<string> | undefined;
}

/** What is closed, and the ways to the other pages about the shop. */
export function shopPage(visit: Visit, shown: ShownShop): Page {
  const { maintenance, settings, conventions, branding, refused } = shown;
  const { language, caller } = visit;
  const words = wordsOf(language, 'shop');
  return {
    title: words.shop,
    content: (
      <>
        <ShopParts />
        <DoneNotice
          said={{
            maintenance: words.switched,
            unusual: wordsOf(language, 'unusual').set,
            conventions: wordsOf(language, 'conventions').saved,
            branding: words.brandingSaved,
          }}
        />
        <div class="columns">
          <Maintenance maintenance={maintenance} refused={refused} />
          {branding && <BrandingCard branding={branding} refused={refused} />}
          {conventions && (
            <ShopConventions conventions={conventions} state={stateOf(refused, 'conventions')} />
          )}
          {settings && <UnusualSetting settings={settings} refused={refused} />}
          {caller.may('doctor.run') && (
            <Card title={words.doctor}>
              <p class="hint">{words.doctorHint}</p>
              <p>
                <ButtonLink to="shop/doctor">{words.examine}</ButtonLink>
              </p>
            </Card>
          )}
          {caller.may('webhooks.read') && (
            <Card title={words.webhooks}>
              <LinkLine to="shop/webhooks">{words.toWebhooks}</LinkLine>
            </Card>
          )}
        </div>
      </>
    ),
  };
}

const PARTS = ['nothing', 'orders', 'everything'] as const;

type PartProps<Part extends keyof ShownShop> = Required<Pick<ShownShop, Part | 'refused'>>;

function Maintenance({ maintenance: { closed, since }, refused }: PartProps<'maintenance'>) {
  const visit = useVisit();
  const words = useWords('shop');
  return (
    <Card title={words.maintenance}>
      <Details
        entries={[
          [
            words.state,
            <Badge kind={closed === 'nothing' ? 'good' : 'bad'}>{words.states[closed]}</Badge>,
          ],
          [words.since, <Time value={since} />],
        ]}
      />
      {visit.caller.may('maintenance.switch') && (
        <Form
          {...sentTo('shop', 'maintenance', refused)}
          label={words.maintenance}
          button={words.apply}
        >
          <Choice
            name="closed"
            label={words.close}
            value={closed}
            options={PARTS.map((part) => [part, words.parts[part]] as const)}
            hint={words.closeHint}
          />
        </Form>
      )}
    </Card>
  );
}

function UnusualSetting({ settings, refused }: PartProps<'settings'>) {
  const { caller } = useVisit();
  const words = useWords('unusual');
  if (!caller.may('settings.edit')) {
    return <DetailsCard entries={[[words.percent, String(settings.unusual_percent)]]} />;
  }
  return (
    <FormCard
      title={words.settings}
      hint={words.settingsHint}
      {...sentTo('shop', 'catalog-settings', refused)}
      button={words.save}
      {...formFor(catalogSettingsSet, settings)}
    >
      <Input name="unusual_percent" label={words.percent} />
    </FormCard>
  );
}

/** Asked before the whole API is closed to resellers. */
export function closingQuestion({ language }: Visit): ConfirmQuestion {
  const words = wordsOf(language, 'shop');
  return { title: words.closeAll, warning: words.closeWarning };
}

const KINDS = { ok: 'good', warn: 'open', fail: 'bad' } as const;
/** Findings are texts of `souk doctor`. */
const ENGLISH = { lang: 'en', dir: 'ltr' } as const;

/** What an examination has found: what is broken, then what is to be looked at, and folded what is fine. */
export function findingsPage({ language }: Visit, { items }: FindingsDto): Page {
  const words = wordsOf(language, 'shop');
  const names: Readonly<Record<string, string>> = Locale.of(language).group('check');
  const judged = (as: FindingDto['verdict']) => items.filter(({ verdict }) => verdict === as);
  const [fails, warns, fine] = [judged('fail'), judged('warn'), judged('ok')];
  const open = [...fails, ...warns];
  const columns: readonly Column<FindingDto>[] = [
    [
      words.check,
      (one) => <span title={one.check}>{names[topicOf(one, items)] ?? one.check}</span>,
    ],
    [
      words.verdict,
      ({ verdict }) => <Badge kind={KINDS[verdict]}>{words.verdicts[verdict]}</Badge>,
    ],
    [words.finding, ({ message }) => <bdi {...ENGLISH}>{message}</bdi>],
  ];
  const kind = fails.length > 0 ? 'bad' : open.length > 0 ? 'plain' : 'good';
  const counts = { fails: fails.length, warns: warns.length, fine: fine.length };
  return {
    title: words.doctor,
    content: (
      <>
        <Notice kind={kind}>{words.found(counts)}</Notice>
        {open.length > 0 && <Table label={words.doctor} columns={columns} rows={open} />}
        <Disclosure title={words.fine({ count: fine.length })} isOpen={open.length === 0}>
          <Table label={words.verdicts.ok} columns={columns} rows={fine} />
        </Disclosure>
        <LinkLine to="shop">{words.back}</LinkLine>
      </>
    ),
  };
}

/** Two checks are called extensions; the one that does not follow that of foreign tables is about failures. */
function topicOf(finding: FindingDto, items: FindingsDto['items']): string {
  const { check } = finding;
  const before = items[items.indexOf(finding) - 1]?.check;
  return check === 'extensions' && before !== 'foreign tables' ? 'extension failures' : check;
}

/** Name, color and logo of the shop, as forms for who may set them. */
function BrandingCard({ branding, refused }: PartProps<'branding'>) {
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
        label={words.branding}
        hint={words.brandingHint}
        {...sentTo('shop', 'branding', refused)}
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
        {...sentTo('shop', 'logo', refused)}
      />
    </Card>
  );
}
