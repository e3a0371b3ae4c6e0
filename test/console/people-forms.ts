import { OperatorLinks } from '../../src/operators/links/operator-links.service.js';
import { OperatorManagement } from '../../src/operators/management/operator-management.service.js';
import { PASSWORD, signIn } from '../support/console-operator.js';
import type { Typed } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { sentForm, type SentForms } from './sent-form.js';

/** The forms about operators, and about the own account. */
export function peopleForms(at: () => TestShop): SentForms {
  const bob = (action: string, ending: string, typed?: Typed) => () =>
    sentForm(`operator ${action}`, 'operators/bob', `bob/${ending}`, typed);
  return {
    'POST operators': () =>
      sentForm('operator create', 'operators', 'operators', { name: 'bob', role: 'viewer' }),
    'POST operators/:name/invite': bob('invite', 'invite'),
    'POST operators/:name': () =>
      sentForm('operator set', 'operators/bob', 'operators/bob', { role: 'support' }),
    'POST operators/:name/sign-out': async () => {
      const { link } = await at().service(OperatorManagement).invite('bob', { actor: 'test' });
      const origin = { address: null, requestId: null };
      await at().service(OperatorLinks).redeem({ secret: link, password: PASSWORD }, origin);
      return bob('sign-out', 'sign-out')();
    },
    'POST operators/:name/disable': bob('disable', 'disable', { confirmed: 'on' }),
    'POST operators/:name/enable': bob('enable', 'enable'),
    'POST operators/:name/reset': bob('reset', 'reset'),
    'POST operator-tokens': () =>
      sentForm('operator token create', 'operator-tokens', 'operator-tokens', { operator: 'bob' }),
    'POST operator-tokens/:id/revoke': () =>
      sentForm('operator token revoke', 'operator-tokens', 'revoke'),
    'POST own/sessions/:id/end': async () => {
      await signIn(at(), 'owner');
      return sentForm('operator end-session', 'own', 'end');
    },
    'POST own/password': () =>
      sentForm('operator set-password', 'own', 'own/password', {
        ...{ present: PASSWORD, password: `${PASSWORD}!`, repeat: `${PASSWORD}!` },
      }),
  };
}
