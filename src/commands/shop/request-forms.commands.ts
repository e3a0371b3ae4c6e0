import { RequestFormsSwitch } from '../../account/request-forms/request-forms-switch.js';
import type { AddCommands } from '../context/command-context.js';
import { noteChange } from '../context/noted-change.js';

const WHY_OFF = `
Give this before you go back to the release before, and then wait ten minutes before you start its
servers: each server knows it within a second, and clients send their last orders again meanwhile.
The release before would take another quantity or refuse (116) what was ordered in another form.`;

export const addRequestFormsCommands: AddCommands = (forms, { terminal, readShop, withShop }) => {
  const show = async (service: RequestFormsSwitch): Promise<void> => {
    const { state, changedAt, unseenSince } = await service.status();
    terminal.item({
      request_forms: state,
      since: changedAt,
      ...(state === 'waiting' && { release_before_unseen_since: unseenSince }),
    });
  };
  const set = (isOn: boolean): Promise<void> =>
    withShop(async (shop) => {
      const service = shop.get(RequestFormsSwitch);
      const tell = async () => ({ state: (await service.status()).state });
      await noteChange(shop, tell, () => service.set(isOn));
      await show(service);
    });

  forms
    .command('on')
    .description('read them now, when no server of the release before runs any more')
    .action(() => set(true));
  forms
    .command('off')
    .description('read none of them until they are turned on again')
    .addHelpText('after', WHY_OFF)
    .action(() => set(false));
  forms
    .command('status')
    .description('say whether they are read')
    .action(() => readShop((shop) => show(shop.get(RequestFormsSwitch))));
};
