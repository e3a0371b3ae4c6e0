import { Injectable } from '@nestjs/common';

/** Says whether new orders and quotes are read by the names that only this release and later ones know. */
@Injectable()
export class RequestForms {
  private readonly isOn = true;

  /** Read from memory. A request under a known key is compared in both readings, whatever this says. */
  get otherForms(): boolean {
    return this.isOn;
  }
}
