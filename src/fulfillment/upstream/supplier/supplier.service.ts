import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError, MissingError, OperatorError } from '../../../common/app-error.js';
import { isPlainDecimal } from '../../../common/decimal.js';
import { fitsMoney, roundedMoney } from '../../../common/money.js';
import { SecretBox } from '../../../common/secret-box.js';
import { shopClock } from '../../../common/shop-clock.js';
import { canStandInAddress, withoutTrailing } from '../../../common/text.js';
import { CONFIG, type SoukConfig } from '../../../config/souk-config.js';
import { isRecord } from '../../../common/json-values.js';
import { sentence } from '../../../common/sentence.js';
import { isRefusedData } from '../../../database/database-errors.js';
import { told } from './supplier-answers.js';
import { aboutSupplier, SupplierCalls } from './supplier-calls.js';
import type { Supplier } from './supplier.entity.js';
import { SupplierRepository } from './supplier.repository.js';

/** The settings of a supplier that an operator can change. */
interface SupplierSettings {
  readonly token?: string;
  /** The base URL of its API. */
  readonly url?: string;
  readonly maxConcurrent?: number;
  readonly timeoutSeconds?: number;
  /** USD; the operator is warned about a lower balance. Null for no warning. */
  readonly lowBalance?: string | null;
}

const HOUR_MS = 3_600_000;
const NAME = /^[^\s=]{1,100}$/;

/** Suppliers, as the operator manages them. */
@Injectable()
export class SupplierService {
  constructor(
    private readonly suppliers: SupplierRepository,
    private readonly calls: SupplierCalls,
    private readonly box: SecretBox,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  list(): Promise<Supplier[]> {
    return this.suppliers.list();
  }

  /** Finds a supplier by its base URL. @throws OperatorError if there is none. */
  async at(url: string): Promise<Supplier> {
    const address = shopUrl(url);
    const supplier = (await this.suppliers.list()).find(({ baseUrl }) => baseUrl === address);
    if (supplier) return supplier;
    throw new OperatorError(...sentence('supplier.address-unknown', { address }));
  }

  /** @throws MissingError if there is no such supplier. */
  async get(name: string, manager?: EntityManager): Promise<Supplier> {
    return (await this.suppliers.find(name, manager)) ?? missing(name);
  }

  /** The same, locked until the transaction of the caller ends. @throws MissingError */
  async locked(manager: EntityManager, name: string): Promise<Supplier> {
    return (await this.suppliers.findLocked(manager, name)) ?? missing(name);
  }

  /** @throws OperatorError */
  async add(
    name: string,
    url: string,
    { token, ...settings }: SupplierSettings & { readonly token: string },
  ): Promise<Supplier> {
    if (!NAME.test(name) || !canStandInAddress(name)) {
      throw new OperatorError(...sentence('supplier.name'));
    }
    if (await this.suppliers.find(name)) {
      throw new ConflictError(...sentence('supplier.exists', { name }));
    }
    const baseUrl = this.addressOf(url);
    const encryptedToken = this.box.encrypt(token, aboutSupplier(name));
    await this.suppliers.insert({ name, baseUrl, encryptedToken, ...checked(settings) });
    return this.get(name);
  }

  /** Changes a supplier that the transaction of the caller has locked. @throws OperatorError */
  async change(
    manager: EntityManager,
    { id, name, baseUrl }: Supplier,
    { token, url, ...settings }: SupplierSettings,
  ): Promise<void> {
    const newToken = token !== undefined && {
      encryptedToken: this.box.encrypt(token, aboutSupplier(name)),
    };
    const newUrl = url !== undefined && { baseUrl: this.addressOf(url) };
    if (newUrl && newUrl.baseUrl !== baseUrl) await this.assertNothingOpen(name, manager);
    const change = { ...checked(settings), ...newToken, ...newUrl };
    if (Object.keys(change).length === 0) throw new OperatorError(...sentence('form.nothing'));
    await this.suppliers.update(id, change, manager);
  }

  /** Has nothing new bought there for some hours from now; 0 ends that. */
  async freeze(manager: EntityManager, { id, name }: Supplier, hours: number): Promise<Supplier> {
    const now = shopClock.databaseNow().getTime();
    const frozenUntil = hours === 0 ? null : new Date(now + hours * HOUR_MS);
    await this.suppliers.update(id, { frozenUntil }, manager);
    return this.locked(manager, name);
  }

  /** @throws OperatorError if the supplier is in use, or orders were bought from it. */
  async remove(name: string): Promise<void> {
    const { id } = await this.get(name);
    const { products } = await this.suppliers.dependents(name);
    if (products > 0) {
      throw new ConflictError(...sentence('supplier.delivers', { products }));
    }
    await this.assertNothingOpen(name);
    try {
      await this.suppliers.remove(id);
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      throw new ConflictError(...sentence('supplier.in-books'));
    }
  }

  /** Reads our balance from the supplier's profile and stores it, or the failure. */
  async probe(name: string): Promise<Supplier> {
    const supplier = await this.get(name);
    await this.suppliers.update(supplier.id, {
      probedAt: new Date(),
      ...(await this.profileOf(supplier)),
    });
    return this.get(name);
  }

  /** With another base URL, an order that one shop may have got would be sent to another shop. */
  private async assertNothingOpen(name: string, manager?: EntityManager): Promise<void> {
    const { orders, purchases } = await this.suppliers.dependents(name, manager);
    if (orders > 0) {
      throw new ConflictError(...sentence('supplier.waited-for', { orders }));
    }
    if (purchases > 0) {
      throw new ConflictError(...sentence('supplier.purchases-open', { purchases }));
    }
  }

  private addressOf(url: string): string {
    const address = shopUrl(url);
    if (address !== this.config.BASE_URL) return address;
    throw new OperatorError(...sentence('supplier.this-shop'));
  }

  private async profileOf(supplier: Supplier): Promise<Partial<Supplier>> {
    try {
      const { body } = await this.calls.get(supplier, 'profile');
      const isRefused = isRecord(body) && body.status === 'ERROR';
      const balance = isRecord(body) && !isRefused ? body.balance : undefined;
      if (typeof balance === 'string' && isPlainDecimal(balance)) {
        const usd = roundedMoney(balance);
        if (fitsMoney(usd)) return { balance: usd, lastError: '' };
      }
      const said = isRecord(body) ? told(body) : 'no JSON object';
      return { lastError: `its profile says ${said}` };
    } catch (error) {
      return { lastError: (error instanceof Error ? error.message : String(error)).slice(0, 500) };
    }
  }
}

function missing(name: string): never {
  throw new MissingError(...sentence('supplier.unknown', { name }));
}

const MAX_TIMEOUT_SECONDS = 20;
const MAX_CONCURRENT = 100;

function checked({
  maxConcurrent,
  timeoutSeconds,
  lowBalance,
}: Omit<SupplierSettings, 'token' | 'url'>) {
  if (typeof lowBalance === 'string' && !(isPlainDecimal(lowBalance) && fitsMoney(lowBalance))) {
    throw new OperatorError(...sentence('field.money', { signed: false, decimals: 8 }));
  }
  if (timeoutSeconds !== undefined && timeoutSeconds > MAX_TIMEOUT_SECONDS) {
    throw new OperatorError(...sentence('field.integer', { min: 1, max: MAX_TIMEOUT_SECONDS }));
  }
  if (maxConcurrent !== undefined && maxConcurrent > MAX_CONCURRENT) {
    throw new OperatorError(...sentence('field.integer', { min: 1, max: MAX_CONCURRENT }));
  }
  return {
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(maxConcurrent !== undefined && { maxConcurrent }),
    ...(lowBalance !== undefined && { lowBalance }),
  };
}

/** The base URL of a shop, from an address with or without the path of the API. */
function shopUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw new OperatorError(...sentence('address.not-http'));
  }
  return withoutTrailing(url.href, '/').replace(/\/client\/api$/, '');
}
