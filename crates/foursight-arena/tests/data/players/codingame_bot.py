"""Takes over the first disc if it may, else the first column that is free."""
my_id, opp_id = [int(word) for word in input().split()]
stolen = False
while True:
    turn = int(input())
    rows = [input() for _ in range(7)]
    assert all(len(row) == 9 for row in rows)
    actions = [int(input()) for _ in range(int(input()))]
    previous = int(input())
    stolen = stolen or previous == -2
    board = "".join(rows)
    assert turn % 2 == my_id
    assert len(board) - board.count(".") == turn - stolen
    assert (-2 in actions) <= (turn == 1)
    if -2 in actions:
        stolen = True
        print("STEAL")
    else:
        print(rows[0].index("."), "is free")
