/** A person who may approve an action of somebody else. */
export interface Approver {
  readonly id: number;
  readonly name: string;
  readonly jobTitle: string;
  readonly avatar: string | null;
}
