/** Why a request wasn't made, or its answer wasn't accepted. */
export type OutgoingFault =
  | 'address'
  | 'protocol'
  | 'credentials'
  | 'port'
  | 'inside'
  | 'own'
  | 'redirects'
  | 'status'
  | 'type'
  | 'encoding'
  | 'long'
  | 'slow'
  | 'unreachable';

export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly fault: OutgoingFault;

  constructor(fault: OutgoingFault, options?: ErrorOptions) {
    super(`refused: ${fault}`, options);
    this.fault = fault;
  }

  /** Whether another attempt may succeed. */
  get isPassing(): boolean {
    return this.fault === 'slow' || this.fault === 'unreachable';
  }
}
