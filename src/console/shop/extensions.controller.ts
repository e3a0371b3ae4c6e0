import { MAX_ITEMS } from '../../operations/lists/page.js';
import type { ThingId } from '../../operations/operation.js';
import {
  extensionForget,
  extensionList,
  extensionSet,
} from '../../operations/shop/extension.operations.js';
import {
  extensionFailures,
  extensionRelease,
  extensionResend,
  extensionSkip,
  type HeldEventsDto,
  type HeldEventsResultDto,
} from '../../operations/shop/failed-event.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { BOUND, EXTENSIONS, extensionsPage } from './extensions-page.js';

const to = (): string => EXTENSIONS;

/** The extensions of the shop, and the events for them. */
@ConsoleController(EXTENSIONS)
@PageWithForms<ExtensionsController>('extensions.read', {
  [BOUND]: { operation: extensionSet, done: 'bounded', to },
  ':extension/forget': { operation: extensionForget, done: 'forgotten', to },
  'failed-events/:event/resend': { operation: extensionResend, done: 'resent', to },
  'failed-events/:event/skip': { operation: extensionSkip, done: 'skipped', to },
  'failed-events/release': {
    operation: extensionRelease,
    to,
    done: (answer, { drop }: HeldEventsDto) => {
      const { count } = answer as HeldEventsResultDto;
      return { done: drop ? 'dropped' : 'sent', count: String(count) };
    },
  },
})
export class ExtensionsController {
  constructor(private readonly lists: ConsoleLists) {}

  async page(visit: Visit, id?: ThingId, refused?: RefusedForm<string>): Promise<Page> {
    const { items: extensions } = await this.lists.read(extensionList, visit, {});
    const newest = { limit: String(MAX_ITEMS) };
    const { items: failures } = await this.lists.read(extensionFailures, visit, newest);
    return extensionsPage(visit, { extensions, failures }, id, refused);
  }
}
