import { chaosShop, type ChaosShop } from '../chaos/shop/chaos-shop.js';
import { PostgresServer, type StandbyOptions } from './cluster.js';
import { Haproxy } from './haproxy.js';
import { databaseAt, Instances } from './instances.js';

/** Two instances of a shop that reach their primary by haproxy, and a standby beside it. */
export class ReplicatedShop {
  private constructor(
    /** The server to which haproxy leads. */
    public primary: PostgresServer,
    public standby: PostgresServer,
    private readonly proxy: Haproxy,
    readonly shop: ChaosShop,
    private readonly instances: Instances,
  ) {}

  /** Runs a drill in such a shop, and removes the shop afterwards. */
  static async run<T>(
    options: StandbyOptions,
    drill: (shop: ReplicatedShop) => Promise<T>,
  ): Promise<T> {
    const primary = await PostgresServer.primary();
    const proxy = await Haproxy.beforeDatabase(primary.port);
    let instances: Instances | undefined;
    let replicated: ReplicatedShop | undefined;
    try {
      const shop = await chaosShop(databaseAt(proxy.port));
      const standby = await primary.standby(options);
      instances = await Instances.start(proxy.port);
      replicated = new ReplicatedShop(primary, standby, proxy, shop, instances);
      return await drill(replicated);
    } finally {
      await instances?.stop();
      await proxy.stop();
      for (const one of [primary, replicated?.primary, replicated?.standby]) await one?.remove();
    }
  }

  get baseUrls(): string[] {
    return this.instances.baseUrls;
  }

  /** Promotes the standby; haproxy leads to it afterwards. @returns the server that was the primary. */
  async failOver({ cut }: { readonly cut: boolean }): Promise<PostgresServer> {
    const old = this.primary;
    await this.standby.promote();
    this.primary = this.standby;
    await this.proxy.leadTo(this.primary.port, { cut });
    return old;
  }

  /** Faults of every drill. */
  faults(): Promise<string[]> {
    return this.instances.faults();
  }
}
