import { Inject, Injectable } from '@nestjs/common';
import {
  RequestFormsSwitch,
  type RequestFormsState,
} from '../../account/request-forms/request-forms-switch.js';
import { UNNAMED_PROXY } from '../../common/http/trusted-proxies.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Database } from '../../database/database.js';
import { DISK_IS_FULL, freeBytes } from '../../database/embedded/index.js';
import { endpointText } from '../../outgoing/endpoint.js';
import { PrivateHosts } from '../../outgoing/private-hosts.service.js';
import { NightlyStateRepository } from '../nightly/nightly-state.repository.js';
import { mayCreateDatabases } from '../nightly/trial-right.js';
import { backupVerdict, isTrialLate } from './backup-verdict.js';
import { languagesVerdict } from './languages-verdict.js';
import { diskVerdict } from './disk-verdict.js';
import { findingsOf } from './failed-check.js';
import { fail, ok, warn, type Finding, type Verdict } from './finding.js';

const OLDEST_NODE = 24;
/** In the form of PostgreSQL's server_version_num. */
const OLDEST_SERVER = 140_000;

const FORWARDED = `
  SELECT FROM sign_in_state WHERE forwarded_at > now() - interval '7 days'`;

const REQUEST_FORMS: Readonly<Record<RequestFormsState, string>> = {
  on: 'new orders are read in all forms; before a way back to the release before, see "souk request-forms off"',
  waiting:
    'new orders are read in the forms of the release before alone, until no server of it was seen for ten minutes; once none runs, "souk request-forms on" ends that sooner',
  off: 'new orders are read in the forms of the release before alone, as for a way back to it; without one, give "souk request-forms on"',
};

/** Examines what the shop runs on, its backups, and its network. */
@Injectable()
export class Installation {
  constructor(
    private readonly database: Database,
    private readonly nightly: NightlyStateRepository,
    private readonly hosts: PrivateHosts,
    private readonly forms: RequestFormsSwitch,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  async examine(embedded: boolean): Promise<Finding[]> {
    return [
      { check: 'runtime', ...nodeVerdict() },
      ...(await findingsOf('database', () => this.server(embedded))),
      ...(await findingsOf('disk', () => this.disk())),
    ];
  }

  /** The nightly ones. */
  async backups(): Promise<Verdict> {
    const { backupDir: folder, BACKUP_DIR: given, DATABASE_DIRECT_URL: url } = this.config;
    const state = await this.nightly.read();
    const mayTry = isTrialLate(state) && (await mayCreateDatabases(url));
    return backupVerdict(state, { folder, isOff: given === 'off', mayTry });
  }

  /** Those of the folder that an operator has named. */
  languages(): Promise<Verdict> {
    return languagesVerdict(this.config.LOCALES_DIR);
  }

  /** A server notes when it is asked through a proxy that it was not told of. */
  async proxy(): Promise<Verdict> {
    const [noted] =
      this.config.TRUST_PROXY.length > 0
        ? []
        : await this.database.manager.query<object[]>(FORWARDED);
    return noted ? warn(UNNAMED_PROXY) : ok('no proxy was seen that TRUST_PROXY does not name');
  }

  /** What may be connected to within the operator's own network. */
  async privateHosts(): Promise<Verdict> {
    if (this.config.WEBHOOK_ALLOW_PRIVATE === 'on')
      return ok('WEBHOOK_ALLOW_PRIVATE lets every host have a private address');
    const hosts = (await this.hosts.list()).map(endpointText).join(', ');
    return hosts === ''
      ? ok('no host may have a private address')
      : ok(
          `${hosts} may have private addresses; take what need not off by "souk private-host remove"`,
        );
  }

  /** Which forms of orders are read, beside what may be done about it. */
  async requestForms(): Promise<Verdict> {
    const { state } = await this.forms.status();
    return ok(REQUEST_FORMS[state]);
  }

  private async server(embedded: boolean): Promise<Verdict> {
    const rows = await this.database.manager.query<{ number: string; version: string }[]>(
      `SELECT current_setting('server_version_num') AS number,
              current_setting('server_version') AS version`,
    );
    const { number = '0', version = 'unknown' } = rows[0] ?? {};
    const kind = embedded ? 'embedded, fit for one machine' : 'of DATABASE_URL';
    return Number(number) >= OLDEST_SERVER
      ? ok(`PostgreSQL ${version}, ${kind}`)
      : fail(`PostgreSQL ${version} is too old; use 14 or newer`);
  }

  /** The space for the embedded database; that of another server cannot be asked for. */
  private async disk(): Promise<Verdict | []> {
    const { embeddedDataDir: folder } = this.config;
    if (folder === undefined) return [];
    const [{ isFull }] = await this.database.manager.query<[{ isFull: boolean | null }]>(
      `SELECT ${DISK_IS_FULL} AS "isFull"`,
    );
    return diskVerdict(await freeBytes(folder), folder, isFull === true);
  }
}

function nodeVerdict(): Verdict {
  const { node } = process.versions;
  return Number(node.split('.')[0]) >= OLDEST_NODE
    ? ok(`Node ${node}`)
    : fail(
        `Node ${node} is too old; start Souk by its npm scripts, which bring Node ${OLDEST_NODE}`,
      );
}
