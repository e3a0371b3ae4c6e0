import { Injectable } from '@nestjs/common';
import { OperatorError } from '../../common/app-error.js';
import { loggableError } from '../../common/logger.js';
import { deciding } from '../../common/port-call.js';
import { PortFaults } from '../../common/port-faults.js';
import { assertPorts, type PortOf } from '../../common/port-shape.js';
import { withinTime } from '../../common/time-limit.js';
import { Database } from '../../database/database.js';
import { isOperatorText, textIn } from '../../locales/operator-text.js';
import {
  permissionOf,
  type ExtensionPermission,
  type Permission,
} from '../../people/permissions/permissions.js';
import { ShopPermissions } from '../../people/permissions/shop-permissions.js';
import type { PageSection } from './page-section.js';
import { shownParts, type ShownPart } from './shown-section.js';

const READ_TIMEOUT_MS = 2_000;
const LATE = `read takes more than ${READ_TIMEOUT_MS} ms`;
const PAGES: readonly unknown[] = ['order', 'account', 'product'] satisfies PageSection['page'][];

const SECTION_SHAPE = {
  kind: 'section',
  members: {
    page: { type: 'text', required: true },
    permission: { type: 'text' },
    read: { type: 'method', required: true },
  },
} as const;

type SectionOf = PortOf<PageSection>;

/** The thing that a page is about. */
export interface SectionPlace {
  readonly page: PageSection['page'];
  readonly id: number | string;
}

interface Reader {
  readonly language: string;
  readonly may: (permission: Permission) => boolean;
  readonly signal: AbortSignal | undefined;
}

/** A section as a page shows it; without parts if it could not be read. */
export interface ShownSection {
  readonly extension: string;
  readonly title: string;
  readonly parts: readonly ShownPart[] | undefined;
}

/** The sections that extensions add to pages of the console. */
@Injectable()
export class PageSections {
  private sections: readonly SectionOf[] = [];

  constructor(
    private readonly database: Database,
    private readonly faults: PortFaults,
    private readonly permissions: ShopPermissions,
  ) {}

  /** Called once, before the first request, when all permissions are known. @throws OperatorError */
  use(sections: readonly SectionOf[]): void {
    assertPorts(SECTION_SHAPE, sections);
    for (const section of sections) {
      const { page, title } = section.port;
      const needed = neededBy(section);
      const fault =
        (!PAGES.includes(page) && `is for the page "${page}"; there are ${PAGES.join(', ')}`) ||
        (!isOperatorText(title) && 'has no title') ||
        (needed !== undefined && !this.permissions.has(needed) && 'names no permission of its own');
      if (fault === false) continue;
      const { extension, port } = section;
      throw new OperatorError(
        `The extension "${extension}" has the section "${port.name}", which ${fault}.`,
      );
    }
    this.sections = sections;
  }

  /** Reads the sections of a page; one that fails is told of on the page, and noted. */
  async of({ page, id }: SectionPlace, reader: Reader): Promise<ShownSection[]> {
    const open = this.sections.filter((section) => {
      const needed = neededBy(section);
      return section.port.page === page && (needed === undefined || reader.may(needed));
    });
    const shown = await Promise.all(open.map((section) => this.shown(section, id, reader)));
    return shown.filter((one) => one !== undefined);
  }

  private async shown(
    section: SectionOf,
    id: number | string,
    reader: Reader,
  ): Promise<ShownSection | undefined> {
    const { extension, port } = section;
    const told = { extension, title: textIn(reader.language, port.title) };
    try {
      // Also of the wait for a connection, and of a statement that is ended later.
      const given = await withinTime(this.read(section, id, reader), READ_TIMEOUT_MS, LATE);
      return given && { ...told, parts: shownParts(given, reader.language) };
    } catch (error) {
      const fault = 'a section failed; its page was shown without it';
      this.faults.note({ extension, port: port.name, fault }, { err: loggableError(error) });
      return { ...told, parts: undefined };
    }
  }

  private read(section: SectionOf, id: number | string, { language, signal }: Reader) {
    const late = new AbortController();
    const either = AbortSignal.any([late.signal, ...(signal ? [signal] : [])]);
    return this.database.transaction(
      async (manager) => {
        await manager.query(`SET LOCAL statement_timeout = ${READ_TIMEOUT_MS}`);
        const reading = deciding('section', section, async () =>
          section.port.read(id, { manager, language, signal: either }),
        );
        return withinTime(reading, READ_TIMEOUT_MS, LATE, late);
      },
      { readOnly: true },
    );
  }
}

function neededBy({ extension, port: { permission } }: SectionOf): ExtensionPermission | undefined {
  return permission === undefined ? undefined : permissionOf(extension, permission);
}
