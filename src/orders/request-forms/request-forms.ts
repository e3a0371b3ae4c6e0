import { Injectable } from '@nestjs/common';
import { RevisionWatch } from '../../database/revision/revision-watch.js';

/** Which forms of new orders and quotes are read. */
@Injectable()
export class RequestForms {
  constructor(private readonly revisions: RevisionWatch) {}

  /**
   * True if the forms that the release before does not know are read, too. It is read with the revisions, which are at
   * most a second old when the guard admits a request.
   */
  get otherForms(): boolean {
    return this.revisions.last?.otherForms ?? false;
  }
}
