import { setTimeout as wait } from 'node:timers/promises';
import { MaintenanceService } from '../../account/access/maintenance.service.js';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { RestoreSettlementService } from '../../upkeep/backup/restore-settlement.service.js';
import { settlementLines, type Settlement } from '../../upkeep/backup/settlement-text.js';
import type { Finding } from '../../upkeep/doctor/finding.js';
import { SharedExamination } from '../../upkeep/doctor/shared-examination.service.js';
import { NightlyBackup } from '../../upkeep/nightly/nightly-backup.service.js';
import {
  NightlyStateRepository,
  type NightlyState,
} from '../../upkeep/nightly/nightly-state.repository.js';
import { SignInReset } from '../../people/sign-in/sign-in-reset.js';
import { text, texts, time, whole, word } from '../answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../answers/shape.js';
import { TIME } from '../answers/shown.js';
import { operation, type Services } from '../operation.js';
import { reading } from '../reading.js';
import { MAINTENANCE_SHAPE } from './maintenance.operations.js';

const HELD_STOCK = shapeOf<Settlement['codes'][number]>()('HeldStockDto', {
  stock: text({ example: 'uc60' }),
  held: whole({ example: 40 }),
});

/** What is held back since the state of the database went back. */
const SETTLEMENT = shapeOf<Settlement>()('SettlementDto', {
  state_of: time({ description: 'What was committed after it is lost.' }),
  codes: many(HELD_STOCK, ({ codes }: Settlement) => codes),
  waiting_orders: whole(({ orders }) => orders.waiting, { example: 3 }),
  orders_at_suppliers: whole(({ orders }) => orders.atSuppliers, {
    example: 1,
    description: 'That a supplier may have got.',
  }),
  steps: texts((settlement) => settlementLines(settlement), { description: 'What is to be done.' }),
});
export type SettlementDto = ShownBy<typeof SETTLEMENT>;

/** Settles the shop. @returns what came of it, and what is told of it in an answer and in the audit */
export async function settleShop(services: Services) {
  const before = { ...MAINTENANCE_SHAPE.of(await services(MaintenanceService).status()) };
  await services(SignInReset).ofAll();
  const settlement = await services(RestoreSettlementService).start();
  const answer = SETTLEMENT.of(settlement);
  return { settlement, answer, before, after: { ...answer, steps: answer.steps.length } };
}

/** Settles a database that was recovered by other means than `souk restore`. */
export const settle = operation({
  name: 'settle',
  summary: 'after a recovery: hold back what may be sold twice, and end all sessions',
  permission: 'maintenance.settle',
  route: 'POST maintenance/settle',
  kind: 'outside',
  answer: SETTLEMENT.type,
  run: async ({ services }) => {
    const { answer, before, after } = await settleShop(services);
    return { answer, before, after };
  },
});

type Confirmation = Awaited<ReturnType<NightlyStateRepository['confirm']>>['after'];

const CONFIRMED_BACKUPS = shapeOf<Confirmation>()('ConfirmedBackupsDto', {
  confirmed_at: text.orNull(({ confirmed_at: at }) => at, { form: TIME }),
  file: text.orNull({
    form: { type: 'string', description: 'The last backup, on the machine of a server.' },
  }),
});

export const backupsConfirm = operation({
  name: 'backups confirm',
  summary: 'say that a copy of the nightly backups, and their key, lie on another machine',
  permission: 'settings.edit',
  route: 'POST backups/confirm',
  kind: 'outside',
  answer: CONFIRMED_BACKUPS.type,
  run: async ({ services }) => {
    const { before, after } = await services(NightlyStateRepository).confirm();
    return { answer: CONFIRMED_BACKUPS.of(after), before: { ...before } };
  },
});

interface MadeBackup {
  readonly state: 'made' | 'going-on';
  readonly at: Date | null;
  readonly file: string | null;
}

const MADE_BACKUP = shapeOf<MadeBackup>()('MadeBackupDto', {
  state: word(['made', 'going-on'])({
    description: '`going-on`: it takes longer than a request, or another server is at one.',
  }),
  at: time.orNull({ description: 'The time of what it holds; null while it goes on.' }),
  file: text.orNull({ description: 'On the machine of a server.' }),
});
export type MadeBackupDto = ShownBy<typeof MADE_BACKUP>;

/** An answer does not wait for longer; a command waits until it is made. */
const ANSWERED_MS = 20_000;

export const backupsMake = operation({
  name: 'backups make',
  summary: 'make a backup now, as each night',
  description:
    'It lies where the nightly ones do. What has come of one that goes on is told by `doctor`.',
  permission: 'settings.edit',
  route: 'POST backups',
  kind: 'outside',
  answer: MADE_BACKUP.type,
  run: async ({ services, signal }) => {
    const making = services(NightlyBackup).now();
    const over = new AbortController();
    const late = wait(ANSWERED_MS, undefined, { signal: over.signal }).catch(() => undefined);
    const made = await Promise.race(signal ? [making, late] : [making]).finally(() => {
      over.abort();
    });
    const answer = MADE_BACKUP.of(madeBackup(made));
    return { answer, after: answer.file === null ? {} : { file: answer.file } };
  },
});

/** @throws ConflictError if none was made that can be restored */
function madeBackup(state: NightlyState | undefined): MadeBackup {
  if (state && state.failure !== '') {
    throw new ConflictError(...sentence('backups.failed', { reason: state.failure }));
  }
  const good = state?.good;
  const isNew = good && good.at >= (state.beganAt ?? good.at);
  return isNew
    ? { state: 'made', at: good.at, file: good.file }
    : { state: 'going-on', at: null, file: null };
}

const FINDING = shapeOf<Finding>()('FindingDto', {
  check: text({ example: 'ledger chain' }),
  verdict: word(['ok', 'warn', 'fail'])(),
  message: text({ example: 'all 120 entries follow one from the other' }),
});
export type FindingDto = ShownBy<typeof FINDING>;

const FINDINGS = shapeOf<readonly Finding[]>()('FindingsDto', {
  items: many(FINDING, (findings: readonly Finding[]) => findings),
});
export type FindingsDto = ShownBy<typeof FINDINGS>;

export const doctor = reading({
  name: 'doctor',
  summary: 'examine the installation and the books',
  description: 'It reads all books; a large shop uses `souk doctor`.',
  permission: 'doctor.run',
  route: 'GET doctor',
  shape: FINDINGS,
  read: ({ services }) => services(SharedExamination).examine(),
});
