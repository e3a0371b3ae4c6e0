import { Injectable } from '@nestjs/common';
import type { FailedEvent } from '../../events/failures/failed-event.entity.js';
import { FailedEvents } from '../../events/failures/failed-events.service.js';
import { ExtensionRecords } from '../../operator/extensions/extension-records.service.js';
import { ShopExtensions } from '../../operator/extensions/shop-extensions.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import { limitOf } from '../../operations/lists/page.js';
import { timeOf, timeText } from '../../operations/answers/shown.js';
import { ProblemError } from '../problems/problem.js';
import type {
  ExtensionDto,
  ExtensionsDto,
  FailureDto,
  FailureQuery,
  FailuresDto,
  ForgottenDto,
  HeldEventsResultDto,
} from './shop.dto.js';

/** The extensions of the shop and the events for them, for operators. */
@Injectable()
export class ExtensionAdmin {
  constructor(
    private readonly records: ExtensionRecords,
    private readonly extensions: ShopExtensions,
    private readonly events: FailedEvents,
    private readonly changes: AuditedChanges,
  ) {}

  /** What is recorded, and then what is loaded here and was not recorded yet. */
  async list(): Promise<ExtensionsDto> {
    const recorded = await this.records.list();
    const { loaded } = this.extensions;
    const known = new Set(recorded.map(({ name }) => name));
    const shown = recorded.map(({ name, version, ports, seenAt }): ExtensionDto => {
      const here = loaded.find(({ definition }) => definition.name === name);
      const loadedVersion = here ? (here.version ?? '') : null;
      return { name, recorded: version, loaded: loadedVersion, ports, last_seen: timeText(seenAt) };
    });
    const fresh = loaded
      .filter(({ definition }) => !known.has(definition.name))
      .map(({ definition: { name }, version = '', ports = {} }): ExtensionDto => {
        return { name, recorded: null, loaded: version, ports, last_seen: null };
      });
    return { items: [...shown, ...fresh] };
  }

  /** Events that were not handled, the last failed first. */
  async failures({ limit, extension }: FailureQuery): Promise<FailuresDto> {
    const failed = await this.events.list(limitOf(limit), extension);
    return { items: failed.map(failureShape) };
  }

  resend(id: number, by: ChangeAuthor): Promise<FailureDto> {
    return this.changes.around(by, { name: 'extension resend', details: { id } }, async () => {
      const {
        id: given,
        extension,
        listener,
        event,
        attempts,
        ...times
      } = failureShape(await this.events.resend(id));
      const shown = { id: given, extension, listener, event, attempts };
      return {
        result: { ...shown, ...times },
        before: { ...shown },
        after: { ...shown, sent: true },
      };
    });
  }

  /** Sends the events that were held back after a restore, or deletes them. */
  release(drop: boolean, by: ChangeAuthor): Promise<HeldEventsResultDto> {
    return this.changes.around(by, { name: 'extension release', details: { drop } }, async () => {
      const count = drop ? await this.events.drop() : await this.events.release();
      const after = drop ? { dropped: count } : { released: count };
      return { result: { count }, before: { held: count }, after };
    });
  }

  /** Lets servers and commands work without an extension that the shop has no longer. */
  forget(name: string, by: ChangeAuthor): Promise<ForgottenDto> {
    return this.changes.around(by, { name: 'extension forget', details: { name } }, async () => {
      const before = (await this.list()).items.find((one) => one.name === name);
      if (!before) throw new ProblemError('not-found', 'There is no such extension.');
      await this.records.forget(name);
      return { result: { forgotten: name }, before: { ...before }, after: {} };
    });
  }
}

function failureShape(failed: FailedEvent): FailureDto {
  const { id, extension, listener, eventType, attempts, reason } = failed;
  const { lastFailedAt, nextTryAt } = failed;
  return {
    ...{ id, extension, listener, event: eventType, attempts, reason },
    last_try: timeText(lastFailedAt),
    next_try: timeOf(nextTryAt),
  };
}
