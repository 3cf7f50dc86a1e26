/** How the print server says no: one of the contract's refusals, worded. */
import { type PrintError, type PrintRefusal, printRefusals } from '@atoll/domain/contract/print';

/** An expected no; it becomes the answer `{message, details, code, reason}`. */
export class PrintProblem extends Error {
  readonly reason: PrintRefusal;
  readonly details: string;
  readonly errors: Readonly<Record<string, string>> | undefined;

  constructor(reason: PrintRefusal, message: string, details = '', errors?: Readonly<Record<string, string>>) {
    super(message);
    this.reason = reason;
    this.details = details;
    this.errors = errors;
  }

  get code(): number {
    return printRefusals[this.reason];
  }

  /** The answer's body. */
  toBody(): PrintError {
    const { message, details, code, reason, errors } = this;
    return errors ? { message, details, code, reason, errors } : { message, details, code, reason };
  }
}
