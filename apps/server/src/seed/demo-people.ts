/** The people of the demo data: who works there, and who buys. */
import type { Role } from '@atoll/domain/access/permission';

export interface DemoUser {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly jobTitle: string;
  readonly department: string;
  readonly outlets: readonly ('cafe' | 'store')[];
}

export const demoUsers: readonly DemoUser[] = [
  {
    email: 'admin@atoll.test',
    name: 'Aminath Shifa',
    role: 'Admin',
    jobTitle: 'Owner',
    department: 'Office',
    outlets: ['cafe', 'store'],
  },
  {
    email: 'manager@atoll.test',
    name: 'Ibrahim Nasheed',
    role: 'Manager',
    jobTitle: 'Manager',
    department: 'Front',
    outlets: ['cafe', 'store'],
  },
  {
    email: 'user@atoll.test',
    name: 'Mariyam Luiza',
    role: 'User',
    jobTitle: 'Waiter',
    department: 'Front',
    outlets: ['cafe'],
  },
];

export interface DemoCustomer {
  readonly name: string;
  readonly phone: string;
  readonly company?: string;
  readonly tin?: string;
  readonly address: string;
}

export const demoCustomers: readonly DemoCustomer[] = [
  { name: 'Ahmed Rasheed', phone: '7771201', address: 'H. Sandhuvaa, Malé' },
  { name: 'Fathimath Zeena', phone: '7902344', address: 'Ma. Finifenmaage, Malé' },
  { name: 'Hassan Manik', phone: '9612087', address: 'G. Moonlight, Malé' },
  { name: 'Aishath Nuha', phone: '7455190', address: 'Hulhumalé, Lot 10421' },
  { name: 'Mohamed Fayaz', phone: '7338812', address: 'M. Reefside, Malé' },
  { name: 'Khadheeja Ali', phone: '9987204', address: 'H. Coralvilla, Malé' },
  { name: 'Yoosuf Shareef', phone: '7612908', address: 'Villimalé, Asurumaage' },
  { name: 'Zahira Adam', phone: '7820056', address: 'Hulhumalé, Flat 32-05' },
  { name: 'Ismail Waheed', phone: '9550713', address: 'Ma. Seaside, Malé' },
  { name: 'Hawwa Latheefa', phone: '7764431', address: 'G. Karankaage, Malé' },
  {
    name: 'Blue Horizon Divers',
    phone: '3321188',
    company: 'Blue Horizon Divers Pvt Ltd',
    tin: '1012345GST501',
    address: 'Boduthakurufaanu Magu, Malé',
  },
  {
    name: 'Reef Stationery',
    phone: '3329071',
    company: 'Reef Stationery',
    tin: '1023456GST501',
    address: 'Majeedhee Magu, Malé',
  },
];
