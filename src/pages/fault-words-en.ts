import { isolated } from './language.js';
import { MAX_ID, type FaultSentences } from './fault-sentences.js';

/** Why forms are refused, in English. */
export const ENGLISH: FaultSentences = {
  'field.text': ({ min, max }) => `Please type ${min} to ${max} characters.`,
  'field.money': ({ signed, decimals }) =>
    `Please type an amount in USD such as ${signed ? '-12.5' : '12.5'}, with a point and at most ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}${signed ? '' : ', and no sign'}.`,
  'field.percentage': () => 'Please type a percentage such as 10 or -2.5.',
  'field.integer': ({ min, max }) =>
    max === MAX_ID
      ? 'Please type a whole number above 0.'
      : `Please type a whole number from ${min} to ${max}.`,
  'field.flag': () => 'Please choose yes or no.',
  'field.word': ({ words }) => `Please choose one of these: ${isolated(words)}.`,
  'field.time': ({ toCome }) =>
    toCome ? 'Please choose a valid date to come.' : 'Please choose a valid date.',
  'field.range': () => 'Please type an address or range such as 203.0.113.7 or 203.0.113.0/24.',
  'field.list': ({ min, max }) => `Please type ${min} to ${max} lines, and nothing else.`,
  'account.name-missing': () => 'Please type a name for the account.',
  'account.owes-more': () =>
    'The account owes more than that already. Book a deposit first, or set a higher credit limit.',
  'account.suspension-unknown': () =>
    'Servers of the release before may still run, and do not know this kind of suspension. Suspend the account entirely, or wait: the page Upkeep says for what.',
  'request-forms.suspended': ({ accounts }) =>
    `These accounts are suspended for new orders only, which the release before does not know: ${isolated(accounts)}. Let them in again or suspend them entirely first.`,
  'audit.not-taken-back': () =>
    'This cannot be taken back: only what was changed in the catalog within 400 days, and settings of accounts, groups and suppliers can. Money, tokens, secrets and sign-ins never go back.',
  'audit.categories-moved': () =>
    'Categories were moved since, so that these cannot go back to their places. Nothing was taken back.',
  'group.name-missing': () => 'Please type a name for the group.',
  'group.has-accounts': () =>
    'There are accounts in the group. Take them out first, by their settings.',
  'group.exists': ({ name }) => `There is a group ${isolated(name)} already.`,
  'balance.too-low': ({ spendable }) =>
    `The account can spend only ${isolated(`${spendable} USD`)}, credit included.`,
  'balance.too-large': () => 'The account cannot hold that much.',
  'balance.reference-used': ({ reference }) =>
    `The reference ${isolated(reference)} was used on this account before, so this would be the same booking twice.`,
  'balance.reason-missing': () => 'Please type a reason for the adjustment.',
  'order.closed': ({ order }) => `The order ${isolated(order)} has been decided already.`,
  'order.reason-missing': () => 'Please type a reason, which the reseller reads.',
  'order.code-empty': () => 'A code must not be empty.',
  'codes.not-open': () => 'Codes are added only to an accepted order that was not paid back.',
  'codes.used': () =>
    'One of the codes is used already: in this order, another one, or our own stock.',
  'codes.too-many': ({ most }) => `At most ${most} codes are taken for this order.`,
  'codes.other-count': ({ codes, quantity }) =>
    `The quantity is ${quantity}, but the number of codes is ${codes}. To deliver that, accept the order by itself.`,
  'codes.column': ({ lines }) =>
    `The column needs ${lines} lines: one for each order, in the order of the rows.`,
  'reversal.amount-missing': () =>
    'Choose one: everything, with the amount left empty; or only a part, with its amount in USD.',
  'reversal.test-order': () => 'This is a test order: it moved no money.',
  'reversal.waiting': () => 'The order still waits: reject it, and all of it is paid back.',
  'reversal.rejected': () => 'The order was rejected, and its money went back then.',
  'reversal.free': () => 'The order cost nothing, so there is nothing to pay back.',
  'reversal.complete': () => 'The order is paid back in full already.',
  'reversal.too-much': ({ left }) =>
    `Only ${isolated(`${left} USD`)} of the order can still be paid back.`,
  'rule.price-missing': () => 'Please type either a percentage or a fixed price.',
  'prices.target-missing': () => 'Please choose a category, a product, or the whole catalog.',
  'item.name-missing': () => 'Please type a name.',
  'category.inside-itself': () =>
    'A category cannot be moved into itself or into a category below it.',
  'category.too-deep': ({ levels }) => `Categories may stand ${levels} levels deep at most.`,
  'stock.name': () => 'Please type a name of at most 100 characters for the stock.',
  'stock.line': ({ line, characters }) =>
    `Line ${line} is no code of at most ${characters} characters.`,
  'supplier.name': () => 'Please type a name of at most 60 characters, without spaces, = and /.',
  'supplier.exists': ({ name }) => `There is a supplier ${isolated(name)} already.`,
  'supplier.delivers': ({ products }) =>
    `Products that it delivers: ${products}. Choose who delivers them instead first.`,
  'supplier.waited-for': ({ orders }) =>
    `Orders that wait for it: ${orders}. Accept or reject them first.`,
  'supplier.purchases-open': ({ purchases }) =>
    `Purchases that it has not decided yet, although their orders are closed: ${purchases}. Wait until it has, or add the other address as another supplier.`,
  'supplier.in-books': () => 'Orders were bought from this supplier, so it stays in the books.',
  'address.not-http': () => 'Please type an address that begins with https:// or http://.',
  'address.with-password': () =>
    'Please leave out the user name and password of the address; they are not sent.',
  'mail.none': () =>
    'There is no mail server, so no test was sent. An owner sets it on the page of the mail server.',
  'mail.address': () => 'Please type an e-mail address such as ops@shop.example.',
  'mail.host': () =>
    'Please type the name or address of the mail server, such as mail.shop.example.',
  'recipient.name': () =>
    'Please type a name of at most 40 small letters, digits, dots, hyphens and underscores.',
  'recipient.too-many': ({ most }) => `There are ${most} recipients already. Remove one first.`,
  'recipient.exists': ({ name }) => `There is a recipient ${isolated(name)} already.`,
  'message.not-arrived': ({ reason }) => `The test did not arrive: ${isolated(reason)}`,
  'operator.name': () =>
    'A name has 1 to 64 letters a to z, digits and . _ @ -, and begins with a letter or digit.',
  'operator.exists': ({ name }) => `There is an operator ${isolated(name)} already.`,
  'operator.has-password': () =>
    'This operator has a password. Reset takes it away and makes a link.',
  'operator.disabled': () => 'This operator is disabled. Enable it first.',
  'operator.last-owner': ({ name }) =>
    `${isolated(name)} is the last owner who can sign in. Make another owner first.`,
  'form.changed': () => 'Somebody has changed it meanwhile. The form shows what it is now.',
  'form.sent-before': () =>
    'This form was sent before with other values. Open the page again to send another one.',
  'form.box-unticked': () => 'Please tick the box first.',
  'field.characters': () => 'A text has a character that cannot be stored.',
  'product.quantities': ({ reason }) => `The ${reason}.`,
  'product.fields': ({ reason }) => `The ${reason}.`,
  'product.field-order': () =>
    'This changes the order of the account fields, which needs a confirmation of its own.',
  'product.image': ({ reason }) => `The ${reason}.`,
  'costs.file': ({ reason }) => `The CSV ${reason}`,
  'permission.missing': ({ permission }) =>
    `This needs the permission ${isolated(permission)}. Ask an owner of the shop for it.`,
  'form.done-before': () =>
    'This form was sent before. Look whether it was done, and send it again only for another one.',
  'form.nothing': () => 'Please say what is to change.',
  'field.file': () => 'Please choose a file.',
  'backups.none': () => 'There is no nightly backup yet; confirm it after the first one.',
  'secret-key.missing': () =>
    'This needs a secret key. Whoever runs the server puts one into SECRET_KEYS.',
  'shop.unavailable': () => 'The shop cannot answer now.',
  'product.unknown': ({ ids }) => `There is no product ${isolated(ids)}, so nothing was changed.`,
  'category.unknown': ({ id }) => `There is no category ${id}.`,
  'stock.unknown': ({ name }) => `There is no stock ${isolated(name)}.`,
  'stock.empty': () => 'The stock has no free code.',
  'stock.hash-unknown': ({ hash }) =>
    `The hash ${isolated(hash)} is of no code in stock, so nothing was released. Type the code itself, or add the codes again that came after the backup first.`,
  'stock.key-missing': () =>
    'Some codes in stock are encrypted under a key that the shop does not have any more. Whoever runs the server adds it to SECRET_KEYS again.',
  'supplier.unknown': ({ name }) => `There is no supplier ${isolated(name)}.`,
  'address.private': () =>
    'The address must not lead into a private network, unless whoever runs the server allows it (souk private-host, WEBHOOK_ALLOW_PRIVATE).',
  'supplier.token': () => 'Please type the token as you have got it, without spaces.',
  'supplier.token-again': () =>
    'The address is that of another server, so please type the token as well.',
  'orders.repeated-code': ({ id }) =>
    `Order ${isolated(id)} has a code that another order of the form has as well. Please give each code to one order.`,
  'supplier.picks': () =>
    'Please pick both categories and products, of which one may be none, or everything.',
  'supplier.markups': () => 'Please type a line such as 12=25 for each of their categories.',
  'supplier.this-shop': () =>
    'That is the address of this very shop. Please type that of another one.',
  'supplier.not-read': ({ reason }) =>
    `Its catalog could not be read. Check the address and the token. ${isolated(reason)}`,
  'supplier.fewer-products': ({ kept, listed }) =>
    `It lists only ${kept} of the ${listed} products that it had, so nothing was changed. Tick the box if that is right.`,
  'mail.host-and-sender': () => 'Please type the mail server and the address of the sender.',
  'rule.whom-missing': () => 'Please choose the account or the group that the price is for.',
  'rule.fixed-for-product': () =>
    'Only a product can have a fixed price. Please type a percentage for a category.',
  'rule.one-of-both': () => 'Please choose an account or a group, not both.',
  'prices.rounded-to-zero': () => 'A price would be rounded to 0. Please keep more decimals.',
  'prices.too-long': () => 'A price would have too many digits.',
  'unusual.changes': ({ count, percent, price, belowCost, vanishes }) =>
    `Unusual changes: ${count} (prices that change by more than ${percent} %: ${price}, prices below cost: ${belowCost}, products that vanish: ${vanishes}). Look at them; to apply it all, type exactly ${count}.`,
  'import.reading': () => 'The file is still being read.',
  'import.comparing': () => 'The file is still being compared with the catalog.',
  'import.interrupted': () =>
    'The file was not compared to the end. Compare it again, or upload it again.',
  'import.refused': () => 'The file holds no valid catalog.',
  'import.applying': () => 'The difference is being applied now.',
  'import.applied': () => 'The difference has been applied already.',
  'import.compared-again': () =>
    'The file has been compared again meanwhile. Look at what would change now.',
  'import.not-read': () => 'The file was not read to the end. Upload it again.',
  'import.catalog-changed': () =>
    'The catalog has changed meanwhile, so another difference would be applied. Compare the file again.',
  'import.forgotten': () =>
    'The upload was forgotten or compared again meanwhile, so nothing was changed.',
  'import.too-many': ({ most }) => `There are ${most} uploads already. Forget one first.`,
  'import.busy': () => 'Other files are being received or read now. Please try again in a moment.',
  'import.too-large': () => 'The file is too large. Please split it.',
  'delivery.too-many': ({ most }) => `A product can be delivered by ${most} at most.`,
  'delivery.manual-last': () => 'Delivery by hand refuses nothing, so it can only come last.',
  'delivery.setting': () => 'Please type the settings as name=value, with spaces between them.',
  'extension.delivers': ({ count, products }) =>
    `Nobody would deliver some products any more (${count}): ${isolated(products)}. Let others deliver them, or tick the box that switches them off.`,
  'test-products.there': () => 'The test products are there already.',
  'test-products.none': () => 'There are no test products.',
  'demo-shop.none': () => 'There is no demo shop.',
  'books.being-checked': () => 'The books of this account are being checked already.',
  'books.wrong': () =>
    'The books of this account are still wrong, so its orders stay stopped. The examination of the shop tells more.',
  'books.changed': () =>
    'The orders of this account were resumed or stopped anew meanwhile, so nothing was changed.',
  'ledger.verifying': () => 'The ledgers are being verified already.',
  'session.ended': () => 'This session has ended already.',
  'two-factor.on': () => 'The second factor is on already.',
  'two-factor.changed': () => 'The second factor was changed meanwhile. Please begin again.',
  'two-factor.required': () => 'An owner requires the second factor of you.',
  'operator-token.role': () =>
    'The token cannot have a role that may do more than that of its operator.',
  'operator-token.permission': ({ permission }) =>
    `The role of the token does not have the permission ${isolated(permission)}.`,
  'password.too-long': ({ most }) => `A password has at most ${most} characters.`,
  'password.broken': () => 'The password has a character that cannot be read.',
  'password.too-short': ({ least }) =>
    `A password has at least ${least} characters. Several words are easy to remember.`,
  'password.too-simple': ({ least }) => `A password has at least ${least} different characters.`,
  'password.has-name': () => 'A password must not contain the name of its operator.',
  'order.repeated': ({ order, other }) =>
    other === null
      ? `Something of this delivery is in our own stock. The order ${isolated(order)} was not accepted.`
      : `Something of this delivery was delivered to order ${isolated(other)} already. The order ${isolated(order)} was not accepted.`,
  'order.repeats-changed': ({ order, others }) =>
    `Something of this delivery was delivered to ${isolated(others)}, which was not known when it was held back. The order ${isolated(order)} was not accepted; please decide again.`,
  'order.nothing-held': ({ order }) =>
    `No delivery of the order ${isolated(order)} is held back. Nothing was changed.`,
  'order.being-bought': ({ order, supplier }) =>
    `The order ${isolated(order)} is being bought from ${isolated(supplier)}, which may still deliver and charge for it if it is closed now. Nothing was changed.`,
  'purchase.none': ({ order }) =>
    `Order ${isolated(order)} does not wait at a supplier; nobody was asked.`,
  'purchase.not-forgotten': ({ order }) =>
    `The order ${isolated(order)} does not wait for a purchase that its supplier has forgotten, or it was bought again meanwhile. Nothing was bought. Please look at it again.`,
  'purchase.known-again': ({ supplier }) =>
    `${isolated(supplier)} knows the order again, so nothing was bought. Please ask again.`,
  'purchase.no-answer': ({ supplier }) =>
    `${isolated(supplier)} gave no certain answer, so nothing was bought. Please try again later.`,
  'purchase.in-transit': ({ supplier }) =>
    `An earlier request may still arrive at ${isolated(supplier)}, so nothing was bought. Please try again ten minutes after the last one.`,
  'purchase.too-often': ({ most }) =>
    `The order was bought again ${most} times already. Nothing was bought. Please accept or reject it by hand.`,
  'report.period': () => 'The period must end after it begins.',
  'report.too-many-days': ({ most }) => `The period has at most ${most} days.`,
  'report.too-many-orders': () =>
    'The period has too many orders for one report. Please choose a shorter one.',
};
