import { MaintenanceService } from '../../account/access/maintenance.service.js';
import type { ClosedPart } from '../../account/closed-part.js';
import {
  RequestFormsSwitch,
  type RequestFormsState,
  type RequestFormsStatus,
} from '../../account/request-forms/request-forms-switch.js';
import { time, word } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { TIME } from '../answers/shown.js';
import { FlagField, WordField } from '../fields/fields.js';
import { operation } from '../operation.js';
import { reading } from '../reading.js';

const CLOSED: readonly ClosedPart[] = ['nothing', 'orders', 'everything'];

export class MaintenanceSettingDto {
  @WordField(CLOSED, {
    description: 'orders is recommended: many bots take the 130 of check for a lost order.',
  })
  closed: ClosedPart;
}

export class RequestFormsSettingDto {
  @FlagField({
    description: 'False before the shop goes back to the release before; wait ten minutes then.',
  })
  on: boolean;
}

interface Closed {
  readonly closed: ClosedPart;
  readonly changedAt: Date;
}

export const MAINTENANCE_SHAPE = shapeOf<Closed>()('MaintenanceDto', {
  closed: word(CLOSED)(),
  since: time(({ changedAt }) => changedAt),
});
export type MaintenanceDto = ShownBy<typeof MAINTENANCE_SHAPE>;

export const maintenanceSet = operation({
  name: 'maintenance set',
  action: ({ closed }) => (closed === 'nothing' ? 'maintenance off' : 'maintenance on'),
  summary: 'close new orders or the whole API to resellers, or open everything',
  permission: 'maintenance.switch',
  route: 'PUT maintenance',
  kind: 'outside',
  input: MaintenanceSettingDto,
  answer: MAINTENANCE_SHAPE.type,
  run: async ({ services, input }) => {
    const switches = services(MaintenanceService);
    const before = { ...MAINTENANCE_SHAPE.of(await switches.status()) };
    await switches.close(input.closed);
    return { answer: MAINTENANCE_SHAPE.of(await switches.status()), before };
  },
});

const FORMS_STATES: readonly RequestFormsState[] = ['waiting', 'on', 'off'];

export const REQUEST_FORMS_SHAPE = shapeOf<RequestFormsStatus>()('RequestFormsDto', {
  state: word(FORMS_STATES)({
    description: 'waiting: on as soon as no server of the release before was seen for ten minutes.',
  }),
  since: time(({ changedAt }) => changedAt),
  release_before_unseen_since: time.orNull(
    ({ state, unseenSince }) => (state === 'waiting' ? unseenSince : null),
    { form: { ...TIME, description: 'Null unless the state is waiting.' } },
  ),
});
export type RequestFormsDto = ShownBy<typeof REQUEST_FORMS_SHAPE>;

export const requestFormsSet = operation({
  name: 'request-forms set',
  action: ({ on }) => (on ? 'request-forms on' : 'request-forms off'),
  summary: 'read these forms, or read them no more',
  permission: 'settings.edit',
  route: 'PUT request-forms',
  kind: 'outside',
  input: RequestFormsSettingDto,
  answer: REQUEST_FORMS_SHAPE.type,
  run: async ({ services, input }) => {
    const forms = services(RequestFormsSwitch);
    const { state } = await forms.status();
    await forms.set(input.on);
    const answer = REQUEST_FORMS_SHAPE.of(await forms.status());
    return { answer, before: { state }, after: { state: answer.state } };
  },
});

export const maintenanceShow = reading({
  name: 'maintenance status',
  operationId: 'maintenance',
  summary: 'what is closed, and since when',
  permission: 'maintenance.read',
  route: 'GET maintenance',
  shape: MAINTENANCE_SHAPE,
  read: ({ services }) => services(MaintenanceService).status(),
});

export const requestFormsShow = reading({
  name: 'request-forms status',
  operationId: 'request-forms',
  summary: 'whether forms of orders are read that the release before does not know',
  permission: 'settings.read',
  route: 'GET request-forms',
  shape: REQUEST_FORMS_SHAPE,
  read: ({ services }) => services(RequestFormsSwitch).status(),
});
