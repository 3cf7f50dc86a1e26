/** The people of the demo data: staff and customers. */
import type { Role } from '@atoll/domain/access/permission';
import { seedKey } from './seed-key.ts';

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
  { name: 'Ali Shiyam', phone: '7791145', address: 'H. Feyruhi, Malé' },
  { name: 'Mariyam Shauna', phone: '7654410', address: 'Hulhumalé, Flat 11-02' },
  { name: 'Abdulla Naseer', phone: '9913307', address: 'G. Hilaalee, Malé' },
  { name: 'Shaheem Idrees', phone: '7428830', address: 'Ma. Velidhooge, Malé' },
  { name: 'Aminath Raufa', phone: '7770912', address: 'Hulhumalé, Lot 10988' },
  { name: 'Hussain Zahir', phone: '7889021', address: 'M. Nedhunge, Malé' },
  { name: 'Nahula Hassan', phone: '9774516', address: 'Villimalé, Rihiveli' },
  { name: 'Adam Saleem', phone: '7302276', address: 'H. Karankaa Villa, Malé' },
  { name: 'Fazna Moosa', phone: '7995401', address: 'G. Dhoores, Malé' },
  { name: 'Ibrahim Lamaan', phone: '9651180', address: 'Hulhumalé, Flat 77-14' },
  { name: 'Suma Jaleel', phone: '7316624', address: 'Ma. Asseyri, Malé' },
  { name: 'Rilwan Shakir', phone: '7557013', address: 'H. Ocean Dream, Malé' },
  { name: 'Sara Nizam', phone: '7841902', address: 'Hulhumalé, Flat 02-09' },
  { name: 'Mohamed Areef', phone: '9690044', address: 'M. Rahvilla, Malé' },
  { name: 'Thoriq Ahmed', phone: '7608819', address: 'Villimalé, Handhuvaree' },
  { name: 'Leena Faiz', phone: '7723350', address: 'G. Sosunge, Malé' },
  { name: 'Jameel Usman', phone: '9588120', address: 'Ma. Blue Reef, Malé' },
  { name: 'Nashwa Latheef', phone: '7466701', address: 'Hulhumalé, Lot 11310' },
  {
    name: 'Lagoon Dive Centre',
    phone: '3314409',
    company: 'Lagoon Dive Centre Pvt Ltd',
    tin: '1034567GST501',
    address: 'Hulhumalé, Nirolhu Magu',
  },
];

/** Returns the key of a demo customer of an outlet. */
export const customerKey = (outletId: number, name: string): string => seedKey(`customer ${outletId} ${name}`);
