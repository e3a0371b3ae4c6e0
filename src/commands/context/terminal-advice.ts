import type { OperatorError } from '../../common/app-error.js';
import type { FaultArguments } from '../../../locales/en.js';

/** What helps at the terminal, by what was refused. The APIs and pages have other ways. */
const ADVICE: Readonly<Partial<Record<keyof FaultArguments, string>>> = {
  'account.suspension-unknown': 'See "souk request-forms status".',
  'category.unknown': 'See "souk category list".',
  'extension.delivers': 'To switch them off as well, say --switch-off.',
  'group.unknown': 'See "souk group create".',
  'mail.host-and-sender': 'Say --host and --from.',
  'mail.none': 'See "souk notify mail-server set".',
  'missing.account': 'See "souk account list".',
  'missing.entry': 'See "souk audit list".',
  'missing.extension': 'See "souk extension list".',
  'missing.failed-event': 'See "souk extension failures".',
  'missing.group': 'See "souk group list".',
  'missing.mail-server': 'See "souk notify mail-server set".',
  'missing.of-rule': 'See "souk group list".',
  'missing.operator': 'See "souk operator list".',
  'missing.operator-token': 'See "souk operator token list".',
  'missing.order': 'See "souk order list".',
  'missing.order-key': 'See "souk order list".',
  'missing.price': 'See "souk price list".',
  'missing.private-host': 'See "souk private-host list".',
  'missing.product': 'See "souk product list".',
  'missing.range': 'See "souk ip list".',
  'missing.recipient': 'See "souk notify list".',
  'missing.rule': 'See "souk visibility list".',
  'missing.seen-category': 'See "souk category list".',
  'missing.target': 'See "souk catalog show".',
  'missing.token': 'See "souk token list".',
  'missing.webhook': 'See "souk webhook set".',
  'operator.disabled': 'See "souk operator enable".',
  'operator.exists': 'See "souk operator list".',
  'operator.has-password': 'See "souk operator reset".',
  'operator.no-password': 'See "souk operator invite".',
  'order.being-bought': 'To close it nevertheless, say --despite-purchase.',
  'order.nothing-held': 'Accept it without --deliver-anyway, or with codes.',
  'order.repeated': 'To deliver it nevertheless, say --deliver-anyway.',
  'order.repeated-in-stock': 'To deliver it nevertheless, say --deliver-anyway.',
  'product.unknown': 'See "souk product list".',
  'reversal.amount-missing': 'Say --amount or --all.',
  'reversal.waiting': 'See "souk order reject".',
  'secret-key.missing': 'See "souk secret-key".',
  'stock.unknown': 'See "souk codes list".',
  'supplier.address-unknown': 'See "souk supplier add".',
  'supplier.exists': 'See "souk supplier set".',
  'supplier.fewer-products': 'If that is right, say --force.',
  'supplier.unknown': 'See "souk supplier list".',
  'unusual.changes': 'Say --accept-unusual with their number.',
};

/** What a command prints of a refusal. */
export function terminalSentence({ message, messageKey }: OperatorError): string {
  const advice = messageKey && (ADVICE as Readonly<Record<string, string>>)[messageKey.key];
  return advice === undefined ? message : `${message} ${advice}`;
}
